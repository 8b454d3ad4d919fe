package import Crypto
internal import Pictures
package import Vocabulary

/// What is kept of a file's content; the digest is its identity, whatever the file is called.
package struct ImageIdentity: Equatable, Sendable {
    /// SHA-256 of all bytes.
    package var digest: Digest
    /// How many bytes.
    package var bytes: Int
    /// The format by content (`jpeg`, `png`, `gif`, ...); nil where the bytes begin as no picture.
    package var format: String?
    /// The size of the upright picture; nil where no header can be read.
    package var size: Size?
    /// The EXIF orientation, 1...8.
    package var orientation: Int
    /// When it was taken, as the camera says.
    package var takenAt: Timestamp?
    /// Degrees north, as the camera says.
    package var cameraLatitude: Double?
    /// Degrees east, as the camera says.
    package var cameraLongitude: Double?

    /// Looks at content of any kind.
    ///
    /// Never fails: what is no picture, or a damaged one, is identified all the same, so that its failure has
    /// something to belong to.
    package static func identify(_ bytes: Span<UInt8>) -> ImageIdentity {
        var identity = ImageIdentity(
            digest: Digest(of: bytes), bytes: bytes.count, format: PictureFormat(of: bytes)?.rawValue, orientation: 1)
        guard let header = try? PictureHeader.read(bytes) else { return identity }
        identity.size = Size(width: header.upright.width, height: header.upright.height)
        identity.orientation = header.orientation
        identity.takenAt = header.takenAt.map(Timestamp.init(milliseconds:))
        identity.cameraLatitude = header.cameraLatitude
        identity.cameraLongitude = header.cameraLongitude
        return identity
    }
}
