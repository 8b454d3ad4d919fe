import LiteRT
import Zlib

// The same calls for arrays. Lending a temporary's span inside a throwing expression makes Swift 6.3.1 emit
// code that its own verifier refuses.

func described(_ bytes: [UInt8]) throws -> ModelFile {
    let span = bytes.span
    return try ModelFile(span)
}

func unpacked(_ bytes: [UInt8]) throws -> EmbeddedFiles {
    let span = bytes.span
    return try EmbeddedFiles(span)
}

func contents(of name: String, in bytes: [UInt8]) throws -> [UInt8]? {
    let span = bytes.span
    let files = try EmbeddedFiles(span)
    return try files.contents(of: name, in: span)
}

func aligned(_ bytes: [UInt8]) throws -> ModelBytes {
    let span = bytes.span
    return try ModelBytes(copying: span)
}

func deflated(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
    let span = bytes.span
    return deflate(span, level: level)
}

func inflated(_ bytes: [UInt8], raw: Bool = false, limit: Int) throws -> [UInt8] {
    let span = bytes.span
    return try inflate(span, raw: raw, limit: limit)
}

func checksum(_ bytes: [UInt8]) -> Int {
    let span = bytes.span
    return Int(crc32(span))
}
