internal import CCurl

/// libcurl, opened when the first request is made.
@safe struct CurlLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change and stay for good.
    let table: UnsafePointer<cc_library>

    var functions: cc_library { unsafe table.pointee }

    /// The system's library; looked for once.
    private static let system = CurlLibrary(name: "libcurl.so.4")

    /// The system's library, or the error that names its package.
    static func installed() throws(HTTPError) -> CurlLibrary {
        guard let system else {
            throw HTTPError(
                .missing, mayHaveBeenSent: false, host: "",
                message: "libcurl.so.4, which asks services, is not here; install Debian's package libcurl4")
        }
        return system
    }

    /// Opens a library by name; nil where it, or one of the functions, is not there.
    init?(name: String) {
        let found = UnsafeMutablePointer<cc_library>.allocate(capacity: 1)
        unsafe found.initialize(to: cc_library())
        guard unsafe cc_open(name, found) != 0 else { return nil }
        unsafe table = UnsafePointer(found)
    }
}

/// What libcurl says of itself and of what it is made with: `libcurl/7.88.1 OpenSSL/3.0.17`; nil where it is not here.
package func libcurlVersion() -> String? {
    guard let library = try? CurlLibrary.installed(), let text = library.functions.version() else { return nil }
    return unsafe String(cString: text).split(separator: " ").prefix(2).joined(separator: " ")
}

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
