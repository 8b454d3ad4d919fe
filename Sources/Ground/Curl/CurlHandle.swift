internal import CCurl

/// An easy handle of libcurl, which keeps connections from request to request.
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

    /// Forgets all options; connections are kept.
    func reset() { unsafe library.functions.easy_reset(handle) }

    /// The socket of the connection used last; negative when it is gone.
    var lastSocket: Int32 { unsafe cc_last_socket(library.table, handle) }

    /// libcurl's general words for an error.
    func words(for code: CURLcode) -> String {
        unsafe library.functions.easy_strerror(code).map { unsafe String(cString: $0) }
            ?? "libcurl's error \(code.rawValue)"
    }
}
