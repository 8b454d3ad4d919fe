package import Crypto

/// What is kept of a file's content: its digest, which it is known by, and what its header says.
package struct ImageIdentity: Equatable, Sendable {
    /// SHA-256 of the file's bytes.
    package var sha256: Digest
    /// Length in bytes.
    package var bytes: Int64
    /// The format by content: `jpeg`; nil where the bytes are no picture that is known.
    package var format: String?
    /// Size of the upright picture (EXIF orientation applied).
    package var size: Size?
    /// EXIF orientation as stored, 1...8; 1 where the file says nothing.
    package var orientation: Int
    /// When it was taken, by EXIF.
    package var takenAt: Timestamp?
    /// Where it was taken, by EXIF: degrees north.
    package var cameraLatitude: Double?
    /// Where it was taken, by EXIF: degrees east.
    package var cameraLongitude: Double?

    /// The identity of content of which only the digest is known.
    package init(sha256: Digest, bytes: Int64) {
        self.sha256 = sha256
        self.bytes = bytes
        orientation = 1
    }
}
