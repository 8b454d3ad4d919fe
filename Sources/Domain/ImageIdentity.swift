package import Crypto

/// What is kept of a file: which image is in it, and what its header says.
package struct ImageIdentity: Equatable, Sendable {
    /// By what the image is known.
    package var key: ImageKey
    /// What tells the file's bytes, metadata and all, from any others; of the kind *file* it is the key's digest.
    package var content: Digest
    /// Length in bytes.
    package var bytes: Int64
    /// The format by content: `jpeg`; nil where the bytes are no picture that is known.
    package var format: String?
    /// Size of the turned picture.
    package var size: Size?
    /// EXIF orientation as stored, 1...8; 1 where the file says nothing.
    package var orientation = 1
    /// When it was taken, by EXIF.
    package var takenAt: Timestamp?
    /// Where it was taken, by EXIF: degrees north.
    package var cameraLatitude: Double?
    /// Where it was taken, by EXIF: degrees east.
    package var cameraLongitude: Double?

    /// The identity of a file of which only the digests are known.
    package init(_ key: ImageKey, content: Digest, bytes: Int64) {
        self.key = key
        self.content = content
        self.bytes = bytes
    }
}
