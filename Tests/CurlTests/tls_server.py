"""A web server with TLS, for HTTPClient's tests. Prints its port; ends when its standard input does.

tls_server.py CERTIFICATE KEY [VERSION]    VERSION: 1.2 or 1.3 only

GET /         answers "private", and would keep the connection
GET /session  answers the number of the connection, and whether its TLS session is "new" or "resumed"
GET /twice    answers "twice", and sends a second response behind it
GET /leave    redirects to plain http on this machine; GET /stay to /
"""
import itertools
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

numbers = itertools.count(1)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.number = next(numbers)

    def do_GET(self):
        if place := {"/leave": "http://127.0.0.1:1/", "/stay": "/"}.get(self.path):
            self.send_response(302)
            self.send_header("Location", place)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        session = f"{self.number} {'resumed' if self.connection.session_reused else 'new'}".encode()
        text = {"/session": session, "/twice": b"twice"}.get(self.path, b"private")
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        if self.path == "/twice":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray")

    def finish(self):
        super().finish()
        try:
            self.connection.settimeout(5)
            self.connection.unwrap()  # OpenSSL forgets the session of a connection that ends without a farewell
        except (OSError, ValueError):
            pass

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
if len(sys.argv) > 3:
    context.minimum_version = context.maximum_version = {
        "1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}[sys.argv[3]]
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdout.write(f"{server.server_port}\n")  # in one piece, however Python was told to buffer
sys.stdout.flush()
sys.stdin.read()
os._exit(0)
