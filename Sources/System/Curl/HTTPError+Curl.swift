internal import CCurl

extension HTTPError.Kind {
    /// What a code of libcurl's means, given how far the exchange had come.
    init(_ code: CURLcode, in exchange: Transfer) {
        switch exchange.refusal {
        case .repetition, .early:
            self = .cut
            return
        case .cancelled:
            self = .timeout
            return
        case .tooLarge:
            self = .tooLarge
            return
        case .headersTooLarge:
            self = .headersTooLarge
            return
        case nil: break
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .resolve
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .connect
        case CURLE_OPERATION_TIMEDOUT: self = .timeout
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        // libcurl's own limit, of one field: 100 KiB.
        case CURLE_OUT_OF_MEMORY where exchange.isInHead: self = .headersTooLarge
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_USE_SSL_FAILED:
            self = .tls
        // Also what libcurl says to HTTP/0.9, which is anything that begins with no status line.
        case CURLE_UNSUPPORTED_PROTOCOL where exchange.mayHaveBeenSent && !exchange.isAnswered: self = .cut
        case CURLE_TOO_MANY_REDIRECTS: self = .redirect
        case CURLE_UNSUPPORTED_PROTOCOL where exchange.isRedirected: self = .redirect
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: self = .badAddress
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            // Before there is a connection to the server, only a proxy can be talking.
            self = exchange.mayHaveBeenSent ? .cut : .connect
        case CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING, CURLE_SEND_FAIL_REWIND:
            self = .cut
        default: self = .other
        }
    }
}
