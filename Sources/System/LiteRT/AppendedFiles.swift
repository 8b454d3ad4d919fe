internal import Text
internal import Platform
internal import Zlib

/// Files packed behind a model: a zip archive at the file's end, which the flatbuffer does not mind.
///
/// The official writer of TensorFlow Lite Metadata stores them; an archive packed again may deflate them.
package struct AppendedFiles {
    private struct Entry {
        let method: UInt16
        let packed: Int
        let unpacked: Int
        let checksum: UInt32
        let header: Int
    }

    private let entries: [String: Entry]

    /// Reads the archive's directory; an archive that is not there has no files.
    package init(_ bytes: Span<UInt8>) throws(LiteRTError) {
        guard let end = try AppendedFiles.endRecord(bytes) else {
            entries = [:]
            return
        }
        let count = Int(try bytes.integer(UInt16.self, at: end + 10))
        let length = Int(try bytes.integer(UInt32.self, at: end + 12))
        // Offsets count from the file's start, or, where an archive was only pasted behind, from the archive's.
        let base = end - length - Int(try bytes.integer(UInt32.self, at: end + 16))
        guard length <= end, base >= 0 else { throw AppendedFiles.damaged }
        var entries: [String: Entry] = [:]
        var place = end - length
        for _ in 0..<count {
            guard try bytes.integer(UInt32.self, at: place) == 0x0201_4B50 else { throw AppendedFiles.damaged }
            let flags = try bytes.integer(UInt16.self, at: place + 8)
            let nameLength = Int(try bytes.integer(UInt16.self, at: place + 28))
            let extra = Int(try bytes.integer(UInt16.self, at: place + 30))
            let comment = Int(try bytes.integer(UInt16.self, at: place + 32))
            guard place + 46 + nameLength <= end else { throw AppendedFiles.damaged }
            let name = String(decoding: bytes.copy((place + 46)..<(place + 46 + nameLength)), as: UTF8.self)
            // Bit 0: encrypted. Such an entry is as good as absent.
            if flags & 1 == 0 {
                entries[name] = Entry(
                    method: try bytes.integer(UInt16.self, at: place + 10),
                    packed: Int(try bytes.integer(UInt32.self, at: place + 20)),
                    unpacked: Int(try bytes.integer(UInt32.self, at: place + 24)),
                    checksum: try bytes.integer(UInt32.self, at: place + 16),
                    header: base + Int(try bytes.integer(UInt32.self, at: place + 42)))
            }
            place += 46 + nameLength + extra + comment
        }
        self.entries = entries
    }

    /// Names of the files, in order of their bytes.
    package var names: [String] { entries.keys.sorted() }

    /// A file's contents; nil where there is no such file.
    package func contents(of name: String, in bytes: Span<UInt8>) throws(LiteRTError) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard try bytes.integer(UInt32.self, at: entry.header) == 0x0403_4B50 else { throw AppendedFiles.damaged }
        let nameLength = Int(try bytes.integer(UInt16.self, at: entry.header + 26))
        let extra = Int(try bytes.integer(UInt16.self, at: entry.header + 28))
        let start = entry.header + 30 + nameLength + extra
        guard start + entry.packed <= bytes.count, entry.unpacked <= AppendedFiles.limit else {
            throw AppendedFiles.damaged
        }
        let contents = try AppendedFiles.unpack(
            bytes.extracting(start..<(start + entry.packed)), entry.method, readable(Array(name.utf8)))
        let span = contents.span
        guard crc32(span) == entry.checksum else { throw AppendedFiles.damaged }
        return contents
    }

    private static func unpack(
        _ packed: Span<UInt8>, _ method: UInt16, _ name: String
    ) throws(LiteRTError) -> [UInt8] {
        switch method {
        case 0: return packed.copy(0..<packed.count)
        case 8:
            do {
                return try inflate(packed, raw: true, limit: limit)
            } catch {
                throw LiteRTError.modelRefused(why: "its file \(name): \(error)")
            }
        default: throw LiteRTError.modelRefused(why: "its file \(name) is packed by method \(method)")
        }
    }

    /// The record that ends an archive: it must reach, with its comment, exactly to the last byte.
    private static func endRecord(_ bytes: Span<UInt8>) throws(LiteRTError) -> Int? {
        var place = bytes.count - 22
        let lowest = max(0, place - 0xFFFF)
        while place >= lowest {
            if bytes[place] == 0x50, try bytes.integer(UInt32.self, at: place) == 0x0605_4B50,
                place + 22 + Int(try bytes.integer(UInt16.self, at: place + 20)) == bytes.count
            {
                return place
            }
            place -= 1
        }
        return nil
    }

    /// The most bytes one of the files may have.
    private static let limit = 1 << 24
    private static let damaged = LiteRTError.modelRefused(why: "the files packed behind it are damaged")
}
