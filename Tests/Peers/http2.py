"""HTTP/2 (RFC 9113) on a connection that TLS has agreed it for: each stream's request goes to the peer as any other does.

Streams are served one after the other, in the order in which their requests end. A response with a `frames` fault is sent in
another way than it should be; see rules.py.
"""

import io
import ssl
import time
from email.message import Message

import h2.config
import h2.connection
import h2.events
import h2.exceptions
from hyperframe.frame import DataFrame, GoAwayFrame, HeadersFrame

from loopback import Cut, Request, SESSION_SECONDS

REFUSED_STREAM = 7


class Stream:
    """What loopback.Request wants to know of a request, as the handler of an HTTP/1.1 connection would tell it."""

    request_version = "HTTP/2"

    def __init__(self, connection, fields):
        self.request, self.number, self.headers, self.body = connection.socket, connection.number, Message(), bytearray()
        for name, value in fields:
            if name == ":method":
                self.command = value
            elif name == ":path":
                self.path = value
            elif not name.startswith(":"):
                self.headers[name] = value

    @property
    def rfile(self):
        return io.BytesIO(bytes(self.body))


class Connection:
    """One connection, until either side ends it."""

    def __init__(self, peer, accepted, number):
        self.peer, self.socket, self.number = peer, accepted, number
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.streams = {}
        self.is_ended = False

    def serve(self):
        self.http.initiate_connection()
        try:
            self._flush()
            while not self.is_ended and (data := self.socket.recv(65536)):
                for event in self.http.receive_data(data):
                    self._take(event)
                self._flush()
            self.socket.settimeout(SESSION_SECONDS)
            self.socket.unwrap()
        except (OSError, ssl.SSLError, h2.exceptions.ProtocolError):
            pass  # the client has gone, or has ended the connection for what a fault has sent

    def _flush(self):
        if data := self.http.data_to_send():
            self.socket.sendall(data)

    def _take(self, event):
        match event:
            case h2.events.RequestReceived():
                self.streams[event.stream_id] = Stream(self, event.headers)
            case h2.events.DataReceived():
                if not self.streams[event.stream_id].body:
                    # Meanwhile the client fills the window, and then must wait.
                    time.sleep(self.peer.options.stall_ms / 1000)
                self.streams[event.stream_id].body += event.data
                self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            case h2.events.StreamEnded():
                self._answer(event.stream_id, self.streams.pop(event.stream_id))
            case h2.events.StreamReset():
                self.streams.pop(event.stream_id, None)
            case h2.events.ConnectionTerminated():
                self.is_ended = True

    def _answer(self, number, stream):
        self._flush()
        try:
            response = self.peer.respond(Request(stream))
        except Cut:
            self.is_ended = True
            return
        fault = response.frames or {}
        match fault.get("kind"):
            case "reset":
                if fault.get("begun"):
                    self._head(number, response)
                self.http.reset_stream(number, fault.get("code", REFUSED_STREAM))
            case "goaway":
                # What is said to be processed is answered; what is not, never will be.
                last = number if fault.get("processed") else number - 2
                self._raw(GoAwayFrame(0, last_stream_id=max(0, last), error_code=0))
                self.is_ended = True
                if fault.get("processed"):
                    self._whole(number, response)
            case "foreign":
                other = number + {"before": -2, "next": 2, "pushed": 1}[fault["stream"]]
                fields = [(":status", "200"), ("content-type", "application/json")]
                head = HeadersFrame(other, self.http.encoder.encode(fields))
                head.flags.add("END_HEADERS")
                data = DataFrame(other, response.stray.partition(b"\r\n\r\n")[2])
                data.flags.add("END_STREAM")
                self._raw(head, data)
                self._whole(number, response)
            case _:
                self._whole(number, response)

    def _raw(self, *frames):
        self._flush()
        self.socket.sendall(b"".join(frame.serialize() for frame in frames))

    def _head(self, number, response):
        self.http.send_headers(number, [(":status", str(response.status)), ("content-type", response.content_type),
                                        ("content-length", str(len(response.body)))])

    def _whole(self, number, response):
        self._head(number, response)
        size = self.http.max_outbound_frame_size
        for start in range(0, len(response.body), size):
            self.http.send_data(number, response.body[start:start + size])
        self.http.end_stream(number)
        self._flush()
