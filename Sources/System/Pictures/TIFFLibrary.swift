internal import CTIFF

/// libtiff, opened when the first TIFF comes.
@safe struct TIFFLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change.
    let functions: cf_library

    /// The package that brings it.
    static let debianPackage = "libtiff6"

    /// The system's library; looked for once.
    private static let system = TIFFLibrary(name: "libtiff.so.6")

    /// The system's library, or the error that names its package.
    static func installed() throws(PictureError) -> TIFFLibrary {
        guard let system else { throw .unsupported(.tiff, .missing(package: debianPackage)) }
        return system
    }

    /// Opens a library by name; nil where it, or one of the functions, is not there.
    init?(name: String) {
        var found = cf_library()
        guard unsafe cf_load(name, &found) != 0 else { return nil }
        functions = found
    }

    /// Its version: `4.5.0`.
    var version: String {
        let text = unsafe functions.GetVersion().map { unsafe String(cString: $0) } ?? ""
        let line = text.split(separator: "\n").first ?? ""
        return String(line.split(separator: " ").last ?? "its version is not told")
    }
}
