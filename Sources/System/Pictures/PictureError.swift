/// Why bytes give no picture: values only; the words for people are made by those who know the file.
package enum PictureError: Error, Equatable, Sendable {
    /// Why a known kind of picture is not decoded.
    package enum Reason: Equatable, Sendable {
        /// There is no decoder for this format.
        case format
        /// The format's library is not installed; the Debian package that brings it.
        case missing(package: String)
        /// A rare variant of the format, in the library's words.
        case variant(String)
    }

    /// There are no bytes.
    case empty
    /// The bytes begin like no picture; up to 16 of them.
    case notAPicture(first: [UInt8])
    /// The kind is known and not decoded here.
    case unsupported(PictureFormat, Reason)
    /// The bytes end before the picture does.
    case truncated(PictureFormat, message: String)
    /// The bytes contradict the format.
    case damaged(PictureFormat, message: String)
    /// The header promises more pixels than the limit allows.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// The system gave no memory for the picture.
    case outOfMemory(PictureFormat)
}
