internal import CCurl

/// An easy handle of libcurl, which keeps HTTP/2 connections and TLS sessions from request to request.
@safe final class CurlHandle {
    private let library: CurlLibrary
    private let handle: UnsafeMutableRawPointer

    /// A handle; the first one in the process opens libcurl.
    init() throws(HTTPError) {
        library = try CurlLibrary.installed()
        guard let handle = library.functions.easy_init() else { fatalError("no memory for libcurl") }
        unsafe self.handle = handle
    }

    deinit { unsafe library.functions.easy_cleanup(handle) }

    /// The options of the next request.
    func options() -> Options { unsafe Options(handle, of: library) }

    /// Asks, and waits for the end.
    func perform() -> CURLcode { unsafe library.functions.easy_perform(handle) }

    /// Says whether the connection in use serves further requests once this one is over; libcurl looks when it is.
    func keepConnection(_ isKept: Bool) { options().set(CURLOPT_FORBID_REUSE, isKept ? 0 : 1) }

    /// Forgets all options; connections and TLS sessions are kept.
    func reset() { unsafe library.functions.easy_reset(handle) }

    /// The socket of the connection used last; negative when it is gone.
    var lastSocket: Int32 { unsafe cc_last_socket(library.table, handle) }

    /// libcurl's general words for an error.
    func words(for code: CURLcode) -> String {
        unsafe library.functions.easy_strerror(code).map { unsafe String(cString: $0) }
            ?? "libcurl's error \(code.rawValue)"
    }
}
