internal import CCurl
package import Platform

/// One connection to the web, kept from request to request; one owner at a time.
///
/// Speaks HTTP/2 over TLS where the server does, and HTTP/1.1 elsewhere; verifies every certificate; takes proxies from the
/// environment (`https_proxy`, `no_proxy`).
@safe package final class HTTPClient {
    private let handle: UnsafeMutableRawPointer
    private let certificates: FilePath?
    private var reason: UnsafeMutablePointer<CChar>

    /// A client without a connection yet.
    ///
    /// - Parameter certificates: a file of trusted authorities (PEM) in place of the system's.
    package init(certificates: FilePath? = nil) {
        _ = isReady
        guard let handle = unsafe curl_easy_init() else { fatalError("no memory for a curl handle") }
        unsafe self.handle = handle
        self.certificates = certificates
        unsafe reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe reason.deallocate()
    }

    /// Asks once and waits for the response; nothing is ever repeated, also not by libcurl itself.
    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard let address = WebAddress(request.url) else {
            throw HTTPError(.badAddress, mayHaveBeenSent: false, host: "", message: "this is no http or https address")
        }
        let isSecret = !request.credentials.isEmpty || request.isConfidential
        guard !isSecret || address.isSecure || address.isLoopback else {
            throw HTTPError(
                .insecure, mayHaveBeenSent: false, host: address.host,
                message: "credentials go over plain http to no machine but this one")
        }
        let fields = unsafe try lines(of: request, address)
        defer { unsafe curl_slist_free_all(fields) }
        let transfer = Transfer(body: request.body, mostBytes: request.mostResponseBytes)
        unsafe curl_easy_reset(handle)
        unsafe reason[0] = 0
        unsafe setUp(request, isSecret: isSecret, isLocal: address.isLoopback, fields)
        let result = withExtendedLifetime(transfer) {
            let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
            for option in [CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA] {
                unsafe cc_set_pointer(handle, option, context)
            }
            return unsafe curl_easy_perform(handle)
        }
        guard result == CURLE_OK else { throw error(result, transfer, address.host) }
        guard transfer.isHeadWhole else {
            throw HTTPError(
                .cut, mayHaveBeenSent: true, host: address.host, message: "the response ended within its head")
        }
        return HTTPResponse(
            status: number(CURLINFO_RESPONSE_CODE), headers: transfer.headers, body: transfer.received)
    }

    /// The header fields in libcurl's list, which belongs to the caller.
    private func lines(
        of request: HTTPRequest, _ address: WebAddress
    ) throws(HTTPError) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        // Without this libcurl asks first whether a large body is wanted, and waits a second for servers that do not answer.
        unsafe list = curl_slist_append(list, "Expect:")
        for field in request.headers + request.credentials {
            let isWhole = !(field.name + field.value).utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
            guard isWhole, !field.name.isEmpty,
                let longer = unsafe curl_slist_append(list, "\(field.name): \(field.value)")
            else {
                unsafe curl_slist_free_all(list)
                throw HTTPError(
                    .other, mayHaveBeenSent: false, host: address.host,
                    message: "the value for the header \(field.name) has a line break or a control character in it")
            }
            unsafe list = longer
        }
        return unsafe list
    }

    private func setUp(
        _ request: HTTPRequest, isSecret: Bool, isLocal: Bool, _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        unsafe cc_set_text(handle, CURLOPT_URL, request.url)
        unsafe cc_set_list(handle, CURLOPT_HTTPHEADER, fields)
        unsafe cc_set_text(handle, CURLOPT_USERAGENT, "cairn")
        unsafe cc_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe cc_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        // All the codings that this libcurl can undo.
        unsafe cc_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        unsafe cc_set_pointer(handle, CURLOPT_ERRORBUFFER, reason)
        unsafe cc_set_transfer(handle, CURLOPT_READFUNCTION, sendMore)
        unsafe cc_set_seek(handle, sendAgain)
        unsafe cc_set_transfer(handle, CURLOPT_WRITEFUNCTION, receiveMore)
        unsafe cc_set_transfer(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
        for (option, value) in [
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)), (CURLOPT_NOSIGNAL, 1),
            (CURLOPT_TCP_NODELAY, 1), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_CONNECTTIMEOUT_MS, request.connectMilliseconds),
            (CURLOPT_TIMEOUT_MS, request.totalMilliseconds), (CURLOPT_UPLOAD_BUFFERSIZE, 1 << 20),
            (CURLOPT_BUFFERSIZE, 1 << 17),
        ] {
            unsafe cc_set_long(handle, option, value)
        }
        if let certificates { unsafe cc_set_text(handle, CURLOPT_CAINFO, certificates.description) }
        // A secret that may travel unencrypted because it stays here must not take the way over a proxy.
        if isSecret && isLocal || request.goesDirect { unsafe cc_set_text(handle, CURLOPT_NOPROXY, "*") }
        switch request.method {
        case .get: unsafe cc_set_long(handle, CURLOPT_HTTPGET, 1)
        case .head: unsafe cc_set_long(handle, CURLOPT_NOBODY, 1)
        case .post:
            unsafe cc_set_long(handle, CURLOPT_POST, 1)
            unsafe cc_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        }
        if request.method != .post, !isSecret {
            unsafe cc_set_long(handle, CURLOPT_FOLLOWLOCATION, 1)
            unsafe cc_set_long(handle, CURLOPT_MAXREDIRS, 5)
        }
    }

    private func error(_ code: CURLcode, _ transfer: Transfer, _ host: String) -> HTTPError {
        let words = unsafe String(cString: reason)
        let message = unsafe words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
        // The size of the heads that were sent; with the body it tells whether anything was.
        let mayHaveBeenSent = transfer.hasSentBody || number(CURLINFO_REQUEST_SIZE) > 0
        let kind: HTTPError.Kind =
            switch code {
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .resolve
            case CURLE_COULDNT_CONNECT, CURLE_PROXY: .connect
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
                CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM:
                .tls
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_WRITE_ERROR where transfer.isTooLarge: .tooLarge
            case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT: .other
            default: .cut
            }
        return HTTPError(kind, mayHaveBeenSent: mayHaveBeenSent, host: host, message: message)
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        _ = unsafe cc_get_long(handle, info, &value)
        return value
    }
}

/// libcurl's own preparation, once for the process.
private let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
