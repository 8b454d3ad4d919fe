internal import CHEIF

/// libheif, opened when the first HEIC comes.
@safe struct HEIFLibrary: @unchecked Sendable {
    // because it holds nothing but the addresses of functions, which never change.
    let functions: ch_library

    /// The package that brings it.
    static let debianPackage = "libheif1"

    /// The system's library; looked for once.
    private static let system = HEIFLibrary(name: "libheif.so.1")

    /// The system's library, or the error that names its package.
    static func installed() throws(PictureError) -> HEIFLibrary {
        guard let system else { throw .unsupported(.heic, .missing(package: debianPackage)) }
        return system
    }

    /// Opens a library by name; nil where it, or one of the functions, is not there.
    init?(name: String) {
        var found = ch_library()
        guard unsafe ch_open(name, &found) != 0 else { return nil }
        functions = found
    }

    /// The library's error as ours; returns where there is none.
    static func check(_ error: heif_error) throws(PictureError) {
        let (code, subcode) = unsafe (error.code, error.subcode)
        guard code != heif_error_Ok else { return }
        let words = unsafe error.message.map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
        // Some of them end with a line feed.
        let message = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch (code, subcode) {
        case (_, heif_suberror_End_of_data): throw .truncated(.heic, message: message)
        case (_, heif_suberror_Security_limit_exceeded): throw .unsupported(.heic, .variant(message))
        case (heif_error_Memory_allocation_error, _): throw .outOfMemory(.heic)
        case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _):
            throw .unsupported(.heic, .variant(message))
        default: throw .damaged(.heic, message: message)
        }
    }
}
