internal import Crypto
internal import Pictures
package import Platform
package import Domain

/// Looking at content of any kind.
///
/// What is not a picture, or is damaged, is identified all the same, so that its failure has something to belong to.
extension ImageIdentity {
    /// What is known of some bytes.
    package init(of bytes: Span<UInt8>) {
        self.init(sha256: Digest(of: bytes), bytes: Int64(bytes.count))
        format = PictureFormat(of: bytes)?.rawValue
        if let header = try? PictureHeader.read(bytes) { take(header) }
    }

    /// What is known of a file whose beginning is in memory; the buffer goes forward through it.
    package init(of file: FileBuffer) throws(SystemError) {
        guard let header = file.withBytes({ PictureHeader.read(beginning: $0) }) else {
            try file.readWhole()
            self = file.withBytes { ImageIdentity(of: $0) }
            return
        }
        var hash = SHA256()
        file.withBytes { hash.update($0) }
        while !file.isAtEnd {
            try file.move(to: file.start + file.count)
            file.withBytes { hash.update($0) }
        }
        self.init(sha256: hash.finish(), bytes: Int64(file.start + file.count))
        format = header.format.rawValue
        take(header)
    }

    private mutating func take(_ header: PictureHeader) {
        size = Size(width: header.upright.width, height: header.upright.height)
        orientation = header.orientation
        takenAt = header.takenAt.map(Timestamp.init(milliseconds:))
        cameraLatitude = header.cameraLatitude
        cameraLongitude = header.cameraLongitude
    }
}
