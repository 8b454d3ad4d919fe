"""What every test peer shares: a threaded HTTP server on loopback, a log, a meter, faults on demand.

A peer is a subclass of `Peer` that says what it answers (`kind_of`, `answer`), and a `main` that calls `serve`. It takes
port 0 and says on standard output, in one line, what it got, when connections are accepted:

    READY PORT [TLSPORT]

With --until-eof it ends when its standard input does, so that no peer outlives the test that holds the pipe.

    POST /control            {"rules": [...], "latency_ms": 300}: either may be left out; see rules.py
    POST /control/release    lets go on what a `hold` fault holds
    GET  /control            counts: requests by kind, connections, the most requests in flight at one time
    GET  /control/wait?held=2&requests=5&seconds=30    answers when so many are held now, or came in all (504 if not in time)

The log (--log FILE) has a JSON line for each request but those to /control. It is written before the answer leaves: who
has the answer can read the line. Secrets are never written: of a credential, only whether it was the expected one.
"""

import argparse
import collections
import json
import os
import signal
import ssl
import threading
import time

from loopback import Cut, Request, Response, Server
from rules import Rules

__all__ = ["Cut", "Meter", "Peer", "Request", "Response", "arguments", "serve"]


class Meter:
    """What a vendor would bill, on disk before the answer leaves: one line for each image and feature."""

    def __init__(self, path, sync):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600) if path else None
        self.sync = sync

    def count(self, rows):
        """Appends the rows, JSON objects, in one write."""
        if self.file is None or not rows:
            return
        os.write(self.file, "".join(json.dumps(row) + "\n" for row in rows).encode())
        if self.sync:
            os.fsync(self.file)


class Peer:
    """The common part of the peers. A subclass overrides `kind_of`, `answer`, and `named_fault` for faults of its own."""

    def __init__(self, options):
        self.options = options
        self.latency = options.latency_ms / 1000
        self.meter = Meter(options.meter, options.fsync)
        self.rules = Rules(json.load(open(options.faults)) if options.faults else [])
        self.log_file = open(options.log, "a", buffering=1) if options.log else None
        self.log_lock = threading.Lock()
        self.changed = threading.Condition()
        self.counts = collections.Counter()
        self.connections, self.in_flight, self.most_in_flight = 0, 0, 0
        self.held, self.releases = 0, 0

    # What a subclass says.

    def kind_of(self, request):
        """What a request is about, in one word: rules, numbers and counts go by it."""
        return "other"

    def answer(self, request):
        """A Response, or raises Cut."""
        return Response.of_json({"error": {"code": 404, "message": "Not Found", "status": "NOT_FOUND"}}, 404)

    def named_fault(self, fault):
        """The Response of a fault by name, or None when there is none of that name."""
        return None

    # What a subclass uses.

    def log(self, request, **more):
        """Writes the request's line."""
        if self.log_file:
            line = json.dumps(request.described() | more)
            with self.log_lock:
                self.log_file.write(line + "\n")

    def play(self, fault, work):
        """Answers as a fault says; `work` does the work and gives the good answer.

        A fault comes before the work unless it says `"worked": true` (or its nature is to come after).
        """
        kind = fault["kind"] if fault else None
        if kind is None:
            return work()
        if kind in ("delay", "hold"):
            good = work()
            time.sleep(fault.get("ms", 0) / 1000)
            if kind == "hold":
                self._hold()
            return good
        if kind == "stray":
            good = work()
            good.stray, good.stray_after = stray(fault, good), fault.get("ms", 0)
            return good
        if kind in ("reset", "goaway", "foreign"):
            good = work() if fault.get("worked", kind == "foreign" or fault.get("processed")) else Response(200, b"{}")
            good.frames, good.stray = fault, stray(fault, good)
            return good
        if kind == "giant":
            work()
            return giant(fault.get("bytes", 200_000_000), fault.get("chunked", False))
        if kind == "truncated":
            good = work()
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(good.body)}\r\n\r\n"
            raise Cut(sent=head.encode() + good.body[:len(good.body) // 2])
        if kind == "cut":
            if fault.get("worked"):
                work()
            raise Cut(reset=fault.get("reset", False))
        if fault.get("worked"):
            work()
        if kind == "garbage":
            return Response(200, b"\x00\x01 this is not JSON {", headers=fault.get("headers", {}))
        if kind == "empty":
            return Response(200, b"{}")
        if kind == "body":
            body = fault["body"]
            text = body if isinstance(body, str) else json.dumps(body)
            return Response(fault.get("status", 200), text.encode(), fault.get("content_type", "application/json"),
                            fault.get("headers", {}))
        named = self.named_fault(fault)
        if named is None:
            raise ValueError(f"no fault is called {kind!r}")
        named.headers |= fault.get("headers", {})
        return named

    # The machinery.

    def numbered(self):
        """The number of a connection that was accepted."""
        with self.changed:
            self.connections += 1
            return self.connections

    def respond(self, request):
        """What the server calls for each request."""
        if request.path == "/control" or request.path.startswith("/control/"):
            return self._control(request)
        request.kind = self.kind_of(request)
        with self.changed:
            self.counts[request.kind] += 1
            request.number = self.counts[request.kind]
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            self.changed.notify_all()
        try:
            return self.answer(request)
        finally:
            left = self.latency - (time.monotonic() - request.arrived)
            if left > 0 and request.kind == getattr(self, "slow_kind", request.kind):
                time.sleep(left)
            with self.changed:
                self.in_flight -= 1
                self.changed.notify_all()

    def _hold(self):
        with self.changed:
            release = self.releases
            self.held += 1
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.releases > release)
            self.held -= 1
            self.changed.notify_all()

    def _control(self, request):
        if request.path == "/control/release":
            with self.changed:
                self.releases += 1
                self.changed.notify_all()
            return Response.of_json({})
        if request.path == "/control/wait":
            held, came = (int(request.query.get(name, 0)) for name in ("held", "requests"))
            with self.changed:
                arrived = self.changed.wait_for(lambda: self.held >= held and self.counts.total() >= came,
                                                float(request.query.get("seconds", 30)))
            return Response.of_json({"arrived": arrived}, 200 if arrived else 504)
        if request.method == "POST":
            told = json.loads(request.body)
            if "rules" in told:
                self.rules = Rules(told["rules"])
            if "latency_ms" in told:
                self.latency = told["latency_ms"] / 1000
        with self.changed:
            return Response.of_json({"requests": dict(self.counts), "connections": self.connections,
                                     "most_in_flight": self.most_in_flight, "held": self.held})


def giant(size, chunked):
    """An answer of so many bytes, never in memory at once: blanks, which JSON allows between its parts."""
    piece = b" " * 65536

    def pieces():
        left = size
        while left > 0:
            yield piece[:left]
            left -= len(piece)

    return Response(200, pieces(), length=None if chunked else size)


def stray(fault, good):
    """A response that answers nothing: as many images as `good` answers, all with one label; or a status without a body."""
    status = fault.get("status", 200)
    if status == 200:
        image = {"labelAnnotations": [{"mid": "/m/0stray", "description": "stray", "score": 0.5, "topicality": 0.5}]}
        body = json.dumps({"responses": [image] * len(json.loads(good.body).get("responses", []))})
    else:
        body = ""
    return f"HTTP/1.1 {status} Stray\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def arguments(description):
    """A parser with what every peer takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    parser.add_argument("--cert", help="PEM chain: also serves TLS, on a port of its own")
    parser.add_argument("--key", help="PEM private key of --cert")
    parser.add_argument("--tls", choices=["1.2", "1.3"], help="with --cert: this version only")
    parser.add_argument("--h2", action="store_true", help="with --cert: HTTP/2")
    parser.add_argument("--stall-ms", type=float, default=0, help="with --h2: how long the first bytes of a body wait to be taken")
    parser.add_argument("--log", help="JSON lines, one for each request")
    parser.add_argument("--meter", help="JSON lines, one for each unit, written before the answer leaves")
    parser.add_argument("--fsync", action="store_true", help="the meter reaches the disk before the answer leaves")
    parser.add_argument("--faults", help="a JSON file with rules, as POST /control takes them")
    parser.add_argument("--latency-ms", type=float, default=0, help="the least time from a request to its answer")
    parser.add_argument("--until-eof", action="store_true", help="ends when standard input does")
    return parser


def serve(peer):
    """Serves until SIGTERM, SIGINT, or, where it is asked for, the end of standard input."""
    options = peer.options
    servers = [Server(peer, options.port)]
    if options.cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert, options.key)
        context.set_alpn_protocols(["h2"] if options.h2 else ["http/1.1"])
        if options.tls:
            version = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}[options.tls]
            context.minimum_version = context.maximum_version = version
        servers.append(Server(peer, context=context))
    for server in servers:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 60}, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(0))
    print("READY", *(server.port for server in servers), flush=True)
    if options.until_eof:
        while os.read(0, 4096):
            pass
        os._exit(0)
    while True:
        signal.pause()
