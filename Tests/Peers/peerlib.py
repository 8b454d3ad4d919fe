"""What every test peer shares: a threaded HTTP/1.1 server on loopback, a log, a meter, faults on demand.

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
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn

from rules import Rules

SECRET_HEADERS = {"authorization", "x-goog-api-key", "x-firebase-appcheck", "cookie", "proxy-authorization",
                  "x-goog-firebase-installations-auth"}
SECRET_PARAMETERS = {"key", "access_token"}


class Cut(Exception):
    """The connection is to be closed: with a reset where that is asked for, after `sent` (bytes) if there are any."""

    def __init__(self, reset=False, sent=b""):
        self.reset, self.sent = reset, sent


class Request:
    """One request as it came. `body` is read on first use, so that a fault can cut before."""

    def __init__(self, handler):
        self.handler = handler
        self.arrived = time.monotonic()
        self.method = handler.command
        self.target = handler.path
        parts = urllib.parse.urlsplit(handler.path)
        self.path = urllib.parse.unquote(parts.path)
        self.raw_path = parts.path
        self.query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        self.headers = handler.headers
        self.connection = handler.number
        self.is_tls = isinstance(handler.request, ssl.SSLSocket)
        self.kind, self.number = None, 0
        self._body = None

    @property
    def body(self):
        if self._body is None:
            length = self.headers.get("Content-Length")
            self._body = self.handler.rfile.read(int(length)) if (length or "").isdigit() else b""
        return self._body

    @property
    def bearer(self):
        """The bearer token, or None."""
        scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
        return token if scheme.lower() == "bearer" else None

    def described(self):
        """What the log says about every request."""
        headers = {name.lower(): value for name, value in self.headers.items() if name.lower() not in SECRET_HEADERS}
        shown = {name: "..." if name in SECRET_PARAMETERS else value for name, value in self.query.items()}
        return {"kind": self.kind, "number": self.number, "method": self.method, "path": self.path, "query": shown,
                "headers": headers, "connection": self.connection, "tls": self.is_tls,
                "body_bytes": None if self._body is None else len(self._body)}


class Response:
    """An answer. `body` is bytes; or an iterator of bytes with `length` said beforehand."""

    def __init__(self, status=200, body=b"", content_type="application/json; charset=UTF-8", headers=(), length=None):
        self.status, self.body, self.content_type = status, body, content_type
        self.headers, self.length = dict(headers), length

    @classmethod
    def of_json(cls, value, status=200, headers=()):
        return cls(status, json.dumps(value).encode(), headers=headers)


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


class Handler(BaseHTTPRequestHandler):
    """One connection, kept alive for as long as the client likes."""

    protocol_version = "HTTP/1.1"
    timeout = 300
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        peer = self.server.peer
        with peer.changed:
            peer.connections += 1
            self.number = peer.connections

    def log_message(self, *_):
        pass

    def do_any(self):
        request = Request(self)
        try:
            response = self.server.peer.respond(request)
        except Cut as cut:
            return self._cut(cut)
        except Exception as error:  # a fault of the peer's own is an answer that no test expects
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            response = Response(599, f"the peer itself failed: {type(error).__name__}: {error}".encode(), "text/plain")
        try:
            if request._body is None:
                if response.status >= 400:  # refused before the body was read: what comes would be taken for a request
                    self.close_connection = True
                else:
                    request.body
            self._send(response)
        except (ConnectionError, ssl.SSLError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_any

    def _send(self, response):
        whole = isinstance(response.body, bytes)
        length = len(response.body) if whole else response.length
        lines = [f"HTTP/1.1 {response.status} {self.responses.get(response.status, ('Status',))[0]}"]
        headers = {"Content-Type": response.content_type} | response.headers
        headers |= {"Transfer-Encoding": "chunked"} if length is None else {"Content-Length": length}
        if self.close_connection:
            headers["Connection"] = "close"
        head = "\r\n".join(lines + [f"{name}: {value}" for name, value in headers.items()]).encode() + b"\r\n\r\n"
        if whole:
            self.wfile.write(head + (b"" if self.command == "HEAD" else response.body))
            return
        self.wfile.write(head)
        for piece in response.body:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if length is None else piece)
        if length is None:
            self.wfile.write(b"0\r\n\r\n")

    def _cut(self, cut):
        self.close_connection = True
        try:
            if cut.sent:
                self.wfile.write(cut.sent)
                self.wfile.flush()
            if cut.reset:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.rfile.close()
                self.connection.close()
        except OSError:
            pass


class Server(ThreadingMixIn, TCPServer):
    """A thread for each connection; the TLS handshake, too, is done there."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, peer, port=0, context=None):
        self.peer, self.context = peer, context
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def port(self):
        return self.server_address[1]

    def finish_request(self, request, address):
        if self.context:
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except (OSError, ssl.SSLError):
                return
        super().finish_request(request, address)

    def shutdown_request(self, request):
        try:
            super().shutdown_request(request)
        except OSError:
            pass

    def handle_error(self, request, address):
        if not isinstance(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], OSError):
            super().handle_error(request, address)


def arguments(description):
    """A parser with what every peer takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    parser.add_argument("--cert", help="PEM chain: also serves TLS, on a port of its own")
    parser.add_argument("--key", help="PEM private key of --cert")
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
        context.set_alpn_protocols(["http/1.1"])
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
