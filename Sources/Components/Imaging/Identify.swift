internal import Crypto
internal import Pictures
package import Domain

/// Looks at content of any kind.
///
/// Never fails: what is not a picture, or is damaged, is identified all the same, so that its failure has something
/// to belong to.
package func identify(_ bytes: Span<UInt8>) -> ImageIdentity {
    var identity = ImageIdentity(sha256: Digest(of: bytes), bytes: Int64(bytes.count))
    identity.format = PictureFormat(of: bytes)?.rawValue
    guard let header = try? PictureHeader.read(bytes) else { return identity }
    identity.size = Size(width: header.upright.width, height: header.upright.height)
    identity.orientation = header.orientation
    identity.takenAt = header.takenAt.map(Timestamp.init(milliseconds:))
    identity.cameraLatitude = header.cameraLatitude
    identity.cameraLongitude = header.cameraLongitude
    return identity
}
