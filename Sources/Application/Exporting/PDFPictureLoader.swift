internal import Domain
internal import Fetching
internal import Imaging
internal import Pictures
internal import Platform
internal import Report
internal import Zlib

/// Brings the pixels of pictures on this machine into the forms of a PDF; keeps its memory from one to the next.
final class PDFPictureLoader {
    private let loader = ImageLoader(DownloadSettings(RetryPolicy(), certificates: nil))
    private let decoder = PictureDecoder()
    private let encoder = JPEGEncoder()
    private var bitmap = Bitmap()

    /// The picture of an image.
    ///
    /// A JPEG that all readers know goes as it is.
    ///
    /// - Parameter strips: whether that is without its metadata.
    /// - Throws: why no file on this machine has the picture.
    func load(_ key: ImageKey, from files: [FileLocation], strips: Bool) throws(Failure) -> PDFPicture {
        let result = try loader.load(key, from: files.filter { !$0.path.isAddress }) { _, _ -> PDFPicture? in
            nil
        } whole: { bytes, _ throws(Failure) in
            do throws(PictureError) {
                return try picture(bytes, turn: key.turn, strips: strips)
            } catch {
                throw Failure(error, bytes: bytes.count)
            }
        }
        if let picture = result.outcome { return picture }
        throw result.failure
            ?? Failure(stage: .read, kind: .missing, message: "no file on this machine has the picture any more")
    }

    private func picture(_ bytes: Span<UInt8>, turn: Int, strips: Bool) throws(PictureError) -> PDFPicture {
        if let traits = JPEGTraits(bytes) {
            // Walked even where all of it goes along: what is cut short shows nothing in a reader.
            let parts = try PictureParts(bytes, .jpeg)
            return PDFPicture(
                stored: Size(width: traits.size.width, height: traits.size.height), turn: turn,
                density: traits.density,
                coding: .jpeg(components: traits.components, isInverted: traits.isInverted),
                bytes: strips ? parts.copy(of: bytes) : bytes.copy)
        }
        try decoder.decode(bytes, atLeast: nil, into: &bitmap)
        let stored = Size(width: bitmap.width, height: bitmap.height)
        let format = try PictureHeader.read(bytes).format
        if [.webp, .heic, .jpeg].contains(format), bitmap.channels == 3, let encoder {
            return PDFPicture(
                stored: stored, turn: turn, density: nil, coding: .jpeg(components: 3, isInverted: false),
                bytes: try encoder.encode(bitmap, quality: 90))
        }
        return PDFPicture(
            stored: stored, turn: turn, density: nil, coding: .deflated(components: bitmap.channels),
            bytes: deflate(filtered(bitmap).span))
    }

    /// Rows as differences from the rows above, each behind the number of that filter (PNG 1.2, section 6).
    private func filtered(_ bitmap: Bitmap) -> [UInt8] {
        let length = bitmap.width * bitmap.channels
        var rows: [UInt8] = []
        rows.reserveCapacity((length + 1) * bitmap.height)
        for row in 0..<bitmap.height {
            rows.append(2)
            let start = row * length
            for index in start..<start + length {
                rows.append(row == 0 ? bitmap.pixels[index] : bitmap.pixels[index] &- bitmap.pixels[index - length])
            }
        }
        return rows
    }
}
