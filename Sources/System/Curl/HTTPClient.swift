internal import CCurl
internal import Glibc
package import Platform

/// Asks servers, one request at a time; one owner at a time.
///
/// Over HTTP/1.x every request has a connection to itself, so that no stray response is ever taken for an answer; TLS
/// sessions are resumed. An HTTP/2 connection, whose responses name their requests, is kept from request to request.
///
/// Proxies are those of the environment (`https_proxy`, `no_proxy`, ...), but none stands before this machine's own
/// addresses. Certificates are always verified.
@safe package final class HTTPClient {
    /// Made at the first request.
    private var kept: CurlHandle?
    private let trouble: UnsafeMutableBufferPointer<CChar>
    private let certificates: FilePath?
    private let agent: String

    /// A client.
    ///
    /// - Parameters:
    ///   - certificates: a file of trusted authorities (PEM) in place of the system's.
    ///   - agent: what servers are told about who asks: `cairn/1.2`.
    package init(certificates: FilePath? = nil, agent: String = "cairn") {
        self.certificates = certificates
        self.agent = agent
        unsafe trouble = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe trouble.initialize(repeating: 0)
    }

    deinit {
        unsafe trouble.deallocate()
    }

    /// Asks once and waits for the response; nothing is ever repeated.
    ///
    /// Any status is a response. Redirects are followed, five at most, for a GET or HEAD that carries no secret;
    /// any other is returned as it is. A POST whose connection dies without an answer is an error, not a second POST.
    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        try perform(request, receiver: nil)
    }

    /// Asks once, and hands the body of a success (200, 206) over piece by piece, byte for byte as the server has it.
    ///
    /// It comes over https, or from this machine, and redirects lead to https only. Where no byte comes for
    /// `maxIdleSeconds`, or fewer than `minBytesPerSecond`, the request ends.
    ///
    /// - Returns: the response; a success without its body, any other with it (1 MiB at most).
    package func download(
        _ request: HTTPRequest, receiver: @escaping HTTPReceiver
    ) throws(HTTPError) -> HTTPResponse {
        try perform(request, receiver: receiver)
    }

    private func perform(_ request: HTTPRequest, receiver: HTTPReceiver?) throws(HTTPError) -> HTTPResponse {
        let address = try HTTPAddress(request.url)
        let handle = if let kept { kept } else { try CurlHandle() }
        kept = handle
        if request.isSecret { ProcessLimits.closeMemory() }
        let isPrivate = request.isSecret || receiver != nil
        guard !isPrivate || address.isEncrypted || address.isLoopback else {
            throw HTTPError(
                .insecure, mayHaveBeenSent: false, host: address.host,
                message: request.isSecret
                    ? "use https: secrets are sent over plain http only to this machine"
                    : "use https: files are downloaded over plain http only from this machine")
        }
        let fields = try HeaderList(request, host: address.host)
        let follows = request.method != .post && !request.isSecret
        let exchange = Transfer(
            request, on: handle, followsRedirects: follows, mayKeepConnection: address.isEncrypted, receiver: receiver)
        let code = withExtendedLifetime((fields, exchange)) {
            defer { handle.reset() }
            let code = describe(request, at: address, fields, exchange, follows: follows, to: handle)
            return code == CURLE_OK ? handle.perform() : code
        }
        guard code == CURLE_OK else {
            throw HTTPError(
                HTTPError.Kind(code, in: exchange), mayHaveBeenSent: exchange.mayHaveBeenSent, host: address.host,
                message: message(code, in: exchange, of: handle))
        }
        // libcurl takes a connection that closes in the middle of a head for the head's end.
        guard !exchange.isInHead else {
            throw HTTPError(
                .cut, mayHaveBeenSent: true, host: address.host, message: "the connection was closed within a response")
        }
        return HTTPResponse(status: exchange.status, headers: exchange.headers, body: exchange.body)
    }

    /// Tells libcurl everything about a request; the handle knows nothing of the one before but its connections
    /// and TLS sessions.
    private func describe(
        _ request: HTTPRequest, at address: HTTPAddress, _ fields: HeaderList, _ exchange: Transfer, follows: Bool,
        to handle: CurlHandle
    ) -> CURLcode {
        let options = handle.options()
        unsafe trouble[0] = 0
        unsafe options.set(CURLOPT_ERRORBUFFER, memory: trouble.baseAddress)
        options.set(CURLOPT_NOSIGNAL, 1)
        options.leaveResolver()
        options.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.connectMilliseconds))
        options.set(CURLOPT_TIMEOUT_MS, max(1, request.totalMilliseconds))
        if isLastConnectionClosed(of: handle) { options.set(CURLOPT_FRESH_CONNECT, 1) }
        // Until a response says that it is HTTP/2. No `Connection: close` asks the server to end it: where a server
        // ends TLS 1.2 without a close_notify, OpenSSL discards the session.
        options.set(CURLOPT_FORBID_REUSE, 1)

        // Where to.
        options.set(CURLOPT_URL, address.url)
        options.allowWebOnly()
        if address.isLoopback || request.goesDirect { options.set(CURLOPT_PROXY, "") }
        options.set(CURLOPT_HTTP_VERSION, cc_http2_over_tls)
        options.set(CURLOPT_SSLVERSION, cc_oldest_tls)
        if let certificates { options.trust(certificates) }
        options.set(CURLOPT_TCP_NODELAY, 1)
        options.set(CURLOPT_TCP_KEEPALIVE, 1)
        options.set(CURLOPT_FOLLOWLOCATION, follows ? 1 : 0)
        options.set(CURLOPT_MAXREDIRS, maxRedirects)

        // What is asked.
        options.set(CURLOPT_USERAGENT, agent)
        unsafe options.set(CURLOPT_HTTPHEADER, memory: fields.first)
        if exchange.isReceived {
            // A part of a compressed body cannot be continued, and its digest is not the file's.
            options.redirectToHTTPSOnly()
        } else {
            options.set(CURLOPT_ACCEPT_ENCODING, "")
        }
        options.set(CURLOPT_LOW_SPEED_LIMIT, max(exchange.isReceived ? 1 : 0, request.minBytesPerSecond))
        options.set(CURLOPT_LOW_SPEED_TIME, max(1, request.maxIdleSeconds))
        unsafe options.set(CURLOPT_SOCKOPTDATA, memory: exchange.context)
        unsafe options.set(opener: openSocket)
        if request.isCancelled != nil || !request.body.isEmpty {
            options.set(CURLOPT_NOPROGRESS, 0)
            unsafe options.set(CURLOPT_XFERINFODATA, memory: exchange.context)
            unsafe options.set(watcher: watchExchange)
        }
        unsafe options.set(CURLOPT_PREREQDATA, memory: exchange.context)
        unsafe options.set(starter: startExchange)
        switch request.method {
        case .get: options.set(CURLOPT_HTTPGET, 1)
        case .head: options.set(CURLOPT_NOBODY, 1)
        case .post:
            options.set(CURLOPT_POST, 1)
            options.set(CURLOPT_POSTFIELDSIZE_LARGE, size: request.body.count)
            options.set(CURLOPT_UPLOAD_BUFFERSIZE, 1 << 17)
            unsafe options.set(CURLOPT_READDATA, memory: exchange.context)
            unsafe options.set(reader: readBody)
            unsafe options.set(CURLOPT_SEEKDATA, memory: exchange.context)
            unsafe options.set(seeker: seekBody)
        }

        // What comes back. A response to HEAD has the length of a body that does not come.
        // Refused where libcurl still has the buffer of a request that failed before it was sent.
        options.wish(CURLOPT_BUFFERSIZE, 64 << 10)
        if request.method != .head { options.set(CURLOPT_MAXFILESIZE_LARGE, size: request.maxResponseBytes) }
        unsafe options.set(CURLOPT_HEADERDATA, memory: exchange.context)
        unsafe options.set(CURLOPT_HEADERFUNCTION, receiver: receiveHeader)
        unsafe options.set(CURLOPT_WRITEDATA, memory: exchange.context)
        unsafe options.set(CURLOPT_WRITEFUNCTION, receiver: receiveBody)
        return options.code
    }

    /// Whether the server has ended the HTTP/2 connection that was used last.
    ///
    /// libcurl 7.88 takes TLS's farewell, which lies unread in the socket, for a sign of life, and would send into
    /// nothing.
    private func isLastConnectionClosed(of handle: CurlHandle) -> Bool {
        let socket = handle.lastSocket
        guard socket >= 0 else { return false }
        var state = pollfd(fd: socket, events: peerHasClosed, revents: 0)
        return unsafe poll(&state, 1, 0) == 1
    }

    /// libcurl's own words about what failed.
    private func message(_ code: CURLcode, in exchange: Transfer, of handle: CurlHandle) -> String {
        switch exchange.refusal {
        case .repetition: return "the connection was closed before a response came"
        case .early: return "a response came before the request had left"
        case .cancelled: return "it was interrupted"
        case .tooLarge: return "the response is larger than allowed"
        case .headersTooLarge: return "the server sent more than \(maxHeaderBytes) bytes of headers"
        case nil: break
        }
        switch code {
        case CURLE_OUT_OF_MEMORY where exchange.isInHead: return "the server sent a header of more than 102400 bytes"
        case CURLE_TOO_MANY_REDIRECTS: return "it redirects more than \(maxRedirects) times"
        case CURLE_UNSUPPORTED_PROTOCOL where exchange.isRedirected:
            return "it redirects to \(exchange.redirectScheme ?? "another protocol"), "
                + (exchange.isReceived ? "and only https is followed" : "which is not followed")
        default: break
        }
        let words = unsafe trouble.baseAddress.map { unsafe String(cString: $0) } ?? ""
        // libcurl's words name hosts and ports only; were it ever to quote an address, its query stays out.
        if !words.isEmpty, !words.contains("?") { return words }
        return handle.words(for: code)
    }
}

extension HTTPRequest {
    /// Whether anything in it must not be read by others.
    fileprivate var isSecret: Bool { isConfidential || !credentials.isEmpty }
}

/// Redirects of one request that are followed.
private let maxRedirects = 5

/// POLLRDHUP, which <poll.h> shows only to those who ask for GNU's extensions.
private let peerHasClosed: Int16 = 0x2000
