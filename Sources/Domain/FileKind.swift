/// A kind of binary file, by its first bytes; for files that stand where text is expected.
package struct FileKind: Equatable, Sendable {
    /// Its name with an article: `a JPEG picture`.
    package let name: String
    /// Whether it is a picture.
    package let isPicture: Bool

    /// The kind of a file whose first bytes these are (at least 262 of them, or the whole file); nil for any other.
    package init?(_ bytes: [UInt8]) {
        if let (_, _, name, isPicture) = FileKind.starts.first(where: { index, start, _, _ in
            bytes.dropFirst(index).starts(with: start)
        }) {
            self.name = name
            self.isPicture = isPicture
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            name = "a WebP picture"
            isPicture = true
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            name = "text in UTF-16"
            isPicture = false
        } else {
            return nil
        }
    }

    /// The same for a file that may be a list of names: text that only begins like another kind, such as `GIF89/a.jpg`,
    /// is none.
    package init?(binary bytes: [UInt8]) {
        guard bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil else { return nil }
        self.init(bytes)
    }

    /// The first bytes of kinds of files, from a place on.
    private static let starts: [(index: Int, bytes: [UInt8], name: String, isPicture: Bool)] = [
        (0, [0xFF, 0xD8, 0xFF], "a JPEG picture", true), (0, [0x89, 0x50, 0x4E, 0x47], "a PNG picture", true),
        (0, Array("GIF8".utf8), "a GIF picture", true), (0, [0x49, 0x49, 0x2A, 0], "a TIFF picture", true),
        (0, [0x4D, 0x4D, 0, 0x2A], "a TIFF picture", true),
        (4, Array("ftyp".utf8), "a picture or a film (HEIF, MP4)", true),
        (0, [0x50, 0x4B, 3, 4], "a ZIP archive", false), (0, [0x1F, 0x8B], "a gzip archive", false),
        (0, Array("BZh".utf8), "a bzip2 archive", false),
        (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz archive", false),
        (0, [0x28, 0xB5, 0x2F, 0xFD], "a zstd archive", false), (257, Array("ustar".utf8), "a tar archive", false),
        (0, Array("%PDF-".utf8), "a PDF document", false), (0, [0x7F, 0x45, 0x4C, 0x46], "a program (ELF)", false),
        (0, Array("SQLite format 3\0".utf8), "an SQLite database", false),
        (4, Array("TFL3".utf8), "a TensorFlow Lite model", false),
    ]
}
