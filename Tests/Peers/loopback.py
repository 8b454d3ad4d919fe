"""HTTP on 127.0.0.1: a thread for each connection, requests and answers as values, connections cut where that is asked for.

HTTP/1.1 is here; http2.py has the connections for which TLS has agreed HTTP/2.
"""

import json
import socket
import ssl
import struct
import sys
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn

SECRET_HEADERS = {"authorization", "x-goog-api-key", "x-firebase-appcheck", "cookie", "proxy-authorization",
                  "x-goog-firebase-installations-auth"}
SESSION_SECONDS = 5  # how long a client may take to say farewell; without, OpenSSL forgets its session
SECRET_PARAMETERS = {"key", "access_token"}


class Cut(Exception):
    """The connection is to be closed: with a reset where that is asked for, after `sent` (bytes) if there are any."""

    def __init__(self, reset=False, sent=b""):
        self.reset, self.sent = reset, sent


class Request:
    """One request as it came. `body` is read on first use, so that a fault can cut before."""

    def __init__(self, handler):
        self.handler = handler
        self.arrived, self.at = time.monotonic(), time.time()
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
        return {"kind": self.kind, "number": self.number, "at": round(self.at, 4), "method": self.method, "path": self.path, "query": shown,
                "headers": headers, "connection": self.connection, "tls": self.is_tls, "version": self.handler.request_version,
                "resumed": self.is_tls and self.handler.request.session_reused,
                "body_bytes": None if self._body is None else len(self._body)}


class Response:
    """An answer. `body` is bytes; or an iterator of bytes with `length` said beforehand.

    `stray` is a whole response, in bytes, that was not asked for. It follows so many milliseconds later, or, where
    `stray_after` is None, when the next request on the same connection has come and before its own answer. `frames` is a
    fault of HTTP/2's frames; see rules.py.
    """

    def __init__(self, status=200, body=b"", content_type="application/json; charset=UTF-8", headers=(), length=None):
        self.status, self.body, self.content_type = status, body, content_type
        self.headers, self.length = dict(headers), length
        self.stray, self.stray_after, self.frames = b"", 0, None

    @classmethod
    def of_json(cls, value, status=200, headers=()):
        return cls(status, json.dumps(value).encode(), headers=headers)


class Handler(BaseHTTPRequestHandler):
    """One connection, kept alive for as long as the client likes."""

    protocol_version = "HTTP/1.1"
    timeout = 300
    disable_nagle_algorithm = True
    stray = b""

    def setup(self):
        super().setup()
        self.number = self.server.peer.numbered()

    def finish(self):
        super().finish()
        if isinstance(self.request, ssl.SSLSocket):
            try:
                self.request.settimeout(SESSION_SECONDS)
                self.request.unwrap()
            except (OSError, ValueError):
                pass

    def log_message(self, *_):
        pass

    def do_any(self):
        request = Request(self)
        try:
            if self.stray:
                self._write_stray()
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
            self.stray = response.stray
            if self.stray and response.stray_after is not None:
                time.sleep(response.stray_after / 1000)
                self._write_stray()
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

    def _write_stray(self):
        stray, self.stray = self.stray, b""
        try:
            self.wfile.write(stray)
        except OSError:  # the client has closed the connection, as it should
            self.close_connection = True

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
        import http2  # which imports this

        if self.context:
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except (OSError, ssl.SSLError):
                return
            if request.selected_alpn_protocol() == "h2":
                return http2.Connection(self.peer, request, self.peer.numbered()).serve()
        super().finish_request(request, address)

    def shutdown_request(self, request):
        try:
            super().shutdown_request(request)
        except OSError:
            pass

    def handle_error(self, request, address):
        if not isinstance(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], OSError):
            super().handle_error(request, address)
