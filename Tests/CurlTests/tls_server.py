"""A web server with TLS, for HTTPClient's tests. Prints its port; ends when its standard input does.

GET /      answers "private", keeps the connection
GET /bye   answers "bye", keeps the connection in words, and then ends it as TLS wants it ended
GET /gone  answers once the connection of /bye is ended
"""
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

gone = threading.Event()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/gone":
            gone.wait(20)
        text = {"/bye": b"bye", "/gone": b"gone"}.get(self.path, b"private")
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        if self.path == "/bye":
            self.close_connection = True
            self.wfile.flush()
            self.connection.settimeout(0)
            try:
                self.connection.unwrap()
            except OSError:
                pass  # the client does not answer the farewell, and need not

    def finish(self):
        super().finish()
        if self.path == "/bye":
            self.connection.shutdown(1)
            gone.set()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdout.write(f"{server.server_port}\n")  # in one piece, however Python was told to buffer
sys.stdout.flush()
sys.stdin.read()
os._exit(0)
