internal import Glibc

/// One request on its way: what libcurl has been given of it and what has come back.
@safe final class Transfer {
    /// Why we stopped libcurl.
    enum Refusal {
        /// It was about to send the request a second time.
        case repetition
        /// A response came before the request had left.
        case early
        /// The response is not waited for any more.
        case cancelled
        /// The response grew beyond what is allowed.
        case tooLarge
        /// Its header fields did.
        case headersTooLarge
    }

    /// The sockets that libcurl has opened for this request.
    var sockets: [Int32] = []

    private let handle: CurlHandle
    private let mayKeepConnection: Bool
    private let followsRedirects: Bool
    private let maxBytes: Int
    private let isCancelled: @Sendable () -> Bool
    private let receiver: HTTPReceiver?
    private var bodyBytes = 0
    private var unread: HTTPBodyReader
    private var handedOut = 0
    private var movedBytes = 0
    /// Progress calls in succession in which nothing moved although libcurl held unsent bytes.
    private var idleCalls = 0
    private var starts = 0
    private var headerBytes = 0

    /// The status of the last response, 0 before there is one.
    private(set) var status = 0
    /// Whether the last response's head has begun and not ended.
    private(set) var isInHead = false
    /// The header fields of the last response.
    private(set) var headers: [HTTPHeader] = []
    /// The body of the last response, as far as it has come.
    private(set) var body: [UInt8] = []
    /// Why libcurl was told to stop; nil while it was not.
    private(set) var refusal: Refusal?

    /// Nothing sent yet.
    ///
    /// - Parameters:
    ///   - handle: the handle that performs it.
    ///   - mayKeepConnection: whether the connection may speak HTTP/2, and so serve further requests.
    ///   - receiver: takes the body of a success; nil: it is kept here.
    init(
        _ request: HTTPRequest, on handle: CurlHandle, followsRedirects: Bool, mayKeepConnection: Bool,
        receiver: HTTPReceiver?
    ) {
        self.receiver = receiver
        self.handle = handle
        self.mayKeepConnection = mayKeepConnection
        self.followsRedirects = followsRedirects
        maxBytes = request.maxResponseBytes
        isCancelled = request.isCancelled ?? { false }
        unread = HTTPBodyReader(request.body)
    }

    /// Whether the body of a success is handed over piece by piece.
    var isReceived: Bool { receiver != nil }

    /// Whether there was a connection to put the request on.
    var mayHaveBeenSent: Bool { starts > 0 }

    /// Whether the last connection has begun an answer that is HTTP, and not only announced one (1xx).
    var isAnswered: Bool { status >= 200 }

    /// Whether the last response leads elsewhere.
    var isRedirected: Bool { (300..<400).contains(status) }

    /// The protocol to which the last response leads; nil where it names none.
    var redirectScheme: String? {
        let place = headers.first { $0.name.lowercased() == "location" }?.value
        guard let scheme = place?.prefix(while: { $0 != ":" }), scheme.count < place?.count ?? 0,
            scheme.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return scheme.lowercased()
    }

    /// Takes note that the request goes out now; false when that would be a second time, or when there is a response.
    ///
    /// libcurl sends a request again by itself when a kept connection dies before the first byte of the response,
    /// although the server may have done the work. Only a redirect is a reason to ask again.
    ///
    /// - Parameter localPort: this machine's end of the connection.
    func start(onPort localPort: Int32) -> Bool {
        guard starts == 0 || followsRedirects && isRedirected else {
            refusal = .repetition
            return false
        }
        guard !sockets.contains(where: { port(of: $0) == localPort && hasWords($0) }) else {
            refusal = .early
            return false
        }
        starts += 1
        status = 0
        return true
    }

    /// Whether the transfer may continue.
    ///
    /// Sleeps for a millisecond where an upload is stalled: libcurl before 8.0 keeps a processor busy while an HTTP/2
    /// body waits for the server to take more (https://github.com/curl/curl/issues/10618).
    ///
    /// - Parameters:
    ///   - sent: the bytes of the request's body that have left.
    ///   - received: the bytes of the response's body that have come.
    func mayContinue(sent: Int, received: Int) -> Bool {
        if isCancelled() { refusal = .cancelled }
        let hasMoved = sent + received != movedBytes
        movedBytes = sent + received
        // Otherwise libcurl holds bytes of the body that the connection does not take.
        idleCalls = hasMoved || sent >= handedOut ? 0 : idleCalls + 1
        if idleCalls > 2 { usleep(1000) }
        return refusal == nil
    }

    /// Copies the next bytes of the request's body; 0 at its end.
    func read(into room: inout MutableSpan<UInt8>) -> Int {
        let count = unread.read(into: &room)
        handedOut += count
        return count
    }

    /// Whether the request's body can be read from its start: only while no byte of it was sent.
    func rewind() -> Bool {
        if handedOut > 0 { refusal = .repetition }
        return handedOut == 0
    }

    /// Takes one line of a response's head; false when there are too many.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= maxHeaderBytes else {
            refusal = .headersTooLarge
            return false
        }
        let text = unsafe String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            // A response that is followed by another: 100 Continue, a proxy's answer, a redirect.
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            headers = []
            body = []
            bodyBytes = 0
            isInHead = true
            // Nothing in HTTP/1.x says which request a response belongs to, so none of its connections serves two.
            handle.keepConnection(mayKeepConnection && text.hasPrefix("HTTP/2"))
            // A server may refuse a request before it has read it, but not do what it says. Before the request has
            // begun, only a proxy is answering.
            if starts > 0, (200..<300).contains(status), !unread.isAtEnd {
                refusal = .early
                return false
            }
        } else if isInHead {
            receive(field: text)
        }
        return true
    }

    private func receive(field text: String) {
        let line = text.unicodeScalars
        guard !line.allSatisfy(isBlank) else {
            // What follows the body are trailers.
            isInHead = false
            return
        }
        if let first = line.first, isBlank(first), let last = headers.indices.last {
            // A long value was folded into several lines (RFC 9112, 5.2).
            headers[last].value += " " + trimmed(text)
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(HTTPHeader(String(text[..<colon]), trimmed(String(text[colon...].dropFirst()))))
        }
    }

    /// Takes the next bytes of the response's body; false when there are too many.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let receiver = status == 200 || status == 206 ? receiver : nil
        bodyBytes += bytes.count
        guard bodyBytes <= (isReceived && receiver == nil ? min(maxBytes, maxRefusalBytes) : maxBytes) else {
            refusal = .tooLarge
            return false
        }
        if let receiver {
            let head = HTTPResponse(status: status, headers: headers, body: [])
            let isWanted = unsafe receiver(head, Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
            if !isWanted { refusal = .cancelled }
            return isWanted
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }
}

/// No honest server sends more in all responses to one request; libcurl 7 has no limit of its own.
let maxHeaderBytes = 256 << 10

/// More than any service says where it serves no file.
private let maxRefusalBytes = 1 << 20

/// The port of this machine's end of a socket; 0 of one that is gone.
private func port(of socket: Int32) -> Int32 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) }
    }
    // The port lies at the same place in an IPv4 address.
    return code == 0 ? Int32(UInt16(bigEndian: address.sin6_port)) : 0
}

/// Whether a server has sent anything but TLS's own records, which begin with 20...24 (RFC 8446, 5.1).
private func hasWords(_ socket: Int32) -> Bool {
    var first: UInt8 = 0
    let count = unsafe recv(socket, &first, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 1 && !(20...24).contains(first)
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\r", "\n"].contains(scalar) }

private func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[...last])
}
