internal import CCurl

/// libcurl, opened when the first request is made.
@safe struct CurlLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change and stay for good.
    let table: UnsafePointer<cc_library>

    /// The functions.
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
