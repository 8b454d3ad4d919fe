import Glibc
import Platform
import Testing

/// Compares a text with the file that was read and found good.
///
/// With `CAIRN_WRITE_GOLDEN` set the file is written instead: read the difference before it is committed.
func expectGolden(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let path = FilePath("\(#filePath)").directory.appending("Golden").appending(name)
    if getenv("CAIRN_WRITE_GOLDEN") != nil {
        let file = creat(path.description, 0o644)
        _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
    }
    let reader = try FileReader(path)
    var bytes: [UInt8] = []
    while case let piece = try reader.next(), !piece.isEmpty { bytes += piece }
    #expect(text == String(decoding: bytes, as: UTF8.self), "\(name)", sourceLocation: location)
}
