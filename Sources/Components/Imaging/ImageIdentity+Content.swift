internal import Pictures
package import Platform
package import Domain

/// Looking at content of any kind.
///
/// What is not a picture, or is damaged, is identified all the same, so that its failure has something to belong to.
extension ImageIdentity {
    /// What is known of some bytes that are a whole file.
    package init(of bytes: Span<UInt8>, as reading: Reading = Reading()) {
        let format = PictureFormat(of: bytes)
        let digests = reading.isWholeFile ? FileDigests(wholeFile: bytes) : FileDigests(bytes, format)
        let header = try? PictureHeader.read(bytes)
        let turn = reading.turn(exif: header?.orientation ?? 1)
        let key =
            digests.picture.map { ImageKey(.picture, $0, turn: turn) } ?? ImageKey(.file, digests.content, turn: turn)
        self.init(key, content: digests.content, bytes: Int64(bytes.count))
        self.format = format?.rawValue
        guard let header else { return }
        orientation = header.orientation
        let upright = header.turned(turn).upright
        size = Size(width: upright.width, height: upright.height)
        takenAt = header.takenAt.map(Timestamp.init(milliseconds:))
        cameraLatitude = header.cameraLatitude
        cameraLongitude = header.cameraLongitude
    }

    /// What is known of a file that is open in a buffer, which brings all of it into memory.
    package init(of file: FileBuffer, as reading: Reading = Reading()) throws(SystemError) {
        try file.readWhole()
        self = file.withBytes { ImageIdentity(of: $0, as: reading) }
    }
}
