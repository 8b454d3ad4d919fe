/// Files that are plainly not manifests, named for what they are; nothing of them is shown.
enum ForeignFile {
    /// What a file is by its first bytes, or by what no text holds; nil for one that may be a manifest.
    static func kind(of bytes: [UInt8]) -> String? {
        for (place, start, kind) in starts where bytes.dropFirst(place).starts(with: start) { return kind }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "a WebP picture"
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "text in UTF-16; save it as UTF-8"
        }
        return bytes.contains(0) ? "a binary file (it holds NUL bytes)" : nil
    }

    /// What a text is that could not be read as a manifest; nil where its own mistakes say more.
    static func kind(ofText bytes: [UInt8]) -> String? {
        if bytes.starts(with: Array("#!".utf8)) { return "a script" }
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { return "HTML or XML" }
        if bytes.starts(with: Array("-----BEGIN ".utf8)) { return "a key or a certificate" }
        var longest = 0
        var lineStart = 0
        for (place, byte) in bytes.enumerated() where byte == 0x0A {
            longest = max(longest, place - lineStart)
            lineStart = place + 1
        }
        longest = max(longest, bytes.count - lineStart)
        return longest > mostOfLine ? "a text with a line of \(longest) bytes" : nil
    }

    /// The complaint about such a file.
    static func refusal(of kind: String) -> String {
        "expected a job manifest in YAML or JSON, found \(kind)"
    }

    /// Bytes; a whole manifest on one line is taken, but nothing of a longer line that is none is looked at.
    private static let mostOfLine = 10_000

    /// The first bytes of kinds of files, from a place on.
    private static let starts: [(place: Int, bytes: [UInt8], kind: String)] = [
        (0, [0xFF, 0xD8, 0xFF], "a JPEG picture"), (0, [0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
        (0, Array("GIF8".utf8), "a GIF picture"), (0, [0x49, 0x49, 0x2A, 0], "a TIFF picture"),
        (0, [0x4D, 0x4D, 0, 0x2A], "a TIFF picture"), (4, Array("ftyp".utf8), "a picture or a film (HEIF, MP4)"),
        (0, [0x50, 0x4B, 3, 4], "a ZIP archive"), (0, [0x1F, 0x8B], "a gzip archive"),
        (0, Array("BZh".utf8), "a bzip2 archive"), (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz archive"),
        (0, [0x28, 0xB5, 0x2F, 0xFD], "a zstd archive"), (257, Array("ustar".utf8), "a tar archive"),
        (0, Array("%PDF-".utf8), "a PDF document"), (0, [0x7F, 0x45, 0x4C, 0x46], "a program (ELF)"),
        (0, Array("SQLite format 3\0".utf8), "an SQLite database; name a store with --store"),
        (4, Array("TFL3".utf8), "a TensorFlow Lite model; name it in a manifest as `backend.model`"),
    ]
}
