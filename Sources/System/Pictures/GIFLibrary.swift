internal import CGIF

/// giflib, opened when the first GIF comes.
@safe struct GIFLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change.
    let functions: cg_library

    /// The package that brings it.
    static let debianPackage = "libgif7"

    /// The system's library; looked for once.
    private static let system = GIFLibrary(name: "libgif.so.7")

    /// The version of its headers, as the library does not tell its own: `5.2`.
    static let version = "\(GIFLIB_MAJOR).\(GIFLIB_MINOR)"

    /// The system's library, or the error that names its package.
    static func installed() throws(PictureError) -> GIFLibrary {
        guard let system else { throw .unsupported(.gif, .missing(package: debianPackage)) }
        return system
    }

    /// Opens a library by name; nil where it, or one of the functions, is not there.
    init?(name: String) {
        var found = cg_library()
        guard unsafe cg_load(name, &found) != 0 else { return nil }
        functions = found
    }

    /// The library's error as ours.
    func error(_ code: Int32) -> PictureError {
        let message = unsafe functions.GifErrorString(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        switch code {
        case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_NO_SCRN_DSCR:
            return .truncated(.gif, message: message)
        case D_GIF_ERR_NOT_ENOUGH_MEM: return .outOfMemory(.gif)
        default: return .damaged(.gif, message: message)
        }
    }
}
