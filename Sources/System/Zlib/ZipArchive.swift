internal import CZlib

/// A ZIP archive: its directory, from the end of some bytes, and its files one at a time.
///
/// What precedes the archive does not matter. Every read is checked against the bytes: no content can lead outside of
/// them, and no file is unpacked to more bytes than the caller allows. Archives of several parts and ZIP64, which only
/// archives of 4 GiB or 65,535 files need, are refused.
package struct ZipArchive: Sendable {
    /// One file of the archive's directory.
    package struct Entry: Sendable {
        /// Its name; bytes that are not UTF-8 are replaced.
        package let name: String
        /// Whether its contents are encrypted.
        package let isEncrypted: Bool
        /// How many bytes it says that it has.
        package let size: Int
        fileprivate let method: UInt16
        fileprivate let packed: Int
        fileprivate let checksum: UInt32
        fileprivate let header: Int
    }

    /// The directory, in its own order; a name may stand in it several times.
    package let entries: [Entry]

    /// Reads the directory; nil where the bytes do not end with an archive.
    package init?(_ bytes: Span<UInt8>) throws(ZipError) {
        guard let end = ZipArchive.endRecord(bytes) else { return nil }
        let count = Int(try bytes.number(UInt16.self, at: end + 10))
        let length = Int(try bytes.number(UInt32.self, at: end + 12))
        let offset = Int(try bytes.number(UInt32.self, at: end + 16))
        guard count < 0xFFFF, length < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else { throw .zip64 }
        // Offsets count from the start of all bytes, or, where the archive was only appended, from its own.
        let base = end - length - offset
        guard length <= end, base >= 0 else { throw .damaged }
        var entries: [Entry] = []
        var place = end - length
        for _ in 0..<count {
            let entry = try ZipArchive.entry(at: place, base: base, end: end, in: bytes)
            entries.append(entry.entry)
            place = entry.next
        }
        self.entries = entries
    }

    private static func entry(
        at place: Int, base: Int, end: Int, in bytes: Span<UInt8>
    ) throws(ZipError) -> (entry: Entry, next: Int) {
        guard try bytes.number(UInt32.self, at: place) == 0x0201_4B50 else { throw .damaged }
        let nameLength = Int(try bytes.number(UInt16.self, at: place + 28))
        let extra = Int(try bytes.number(UInt16.self, at: place + 30))
        let comment = Int(try bytes.number(UInt16.self, at: place + 32))
        guard place + 46 + nameLength <= end else { throw .damaged }
        let packed = Int(try bytes.number(UInt32.self, at: place + 20))
        let size = Int(try bytes.number(UInt32.self, at: place + 24))
        let header = Int(try bytes.number(UInt32.self, at: place + 42))
        guard packed < 0xFFFF_FFFF, size < 0xFFFF_FFFF, header < 0xFFFF_FFFF else { throw .zip64 }
        let entry = Entry(
            name: String(decoding: bytes.copied((place + 46)..<(place + 46 + nameLength)), as: UTF8.self),
            isEncrypted: try bytes.number(UInt16.self, at: place + 8) & 1 == 1, size: size,
            method: try bytes.number(UInt16.self, at: place + 10), packed: packed,
            checksum: try bytes.number(UInt32.self, at: place + 16), header: base + header)
        return (entry, place + 46 + nameLength + extra + comment)
    }

    /// A file's contents, unpacked and checked.
    ///
    /// - Parameter limit: the most bytes it may have: a few packed bytes can stand for gigabytes.
    package func contents(
        of entry: Entry, in bytes: Span<UInt8>, limit: Int
    ) throws(ZipError) -> [UInt8] {
        guard !entry.isEncrypted else { throw .encrypted(entry.name) }
        guard entry.size <= limit else { throw .tooLong(entry.name, limit: limit) }
        guard try bytes.number(UInt32.self, at: entry.header) == 0x0403_4B50 else { throw .damaged }
        let nameLength = Int(try bytes.number(UInt16.self, at: entry.header + 26))
        let extra = Int(try bytes.number(UInt16.self, at: entry.header + 28))
        let start = entry.header + 30 + nameLength + extra
        guard start + entry.packed <= bytes.count else { throw .damaged }
        let contents = try ZipArchive.unpack(entry, bytes.extracting(start..<(start + entry.packed)), limit: limit)
        let span = contents.span
        guard span.count == entry.size, crc32(span) == entry.checksum else { throw .damaged }
        return contents
    }

    private static func unpack(_ entry: Entry, _ packed: Span<UInt8>, limit: Int) throws(ZipError) -> [UInt8] {
        switch entry.method {
        case 0:
            guard packed.count <= limit else { throw .tooLong(entry.name, limit: limit) }
            return packed.copied(0..<packed.count)
        case 8:
            do {
                return try inflate(packed, raw: true, limit: limit)
            } catch {
                throw .unpacking(entry.name, error)
            }
        default: throw .method(entry.name, Int(entry.method))
        }
    }

    /// The record that ends an archive: it must reach, with its comment, exactly to the last byte.
    private static func endRecord(_ bytes: Span<UInt8>) -> Int? {
        var place = bytes.count - 22
        let lowest = max(0, place - 0xFFFF)
        while place >= lowest {
            if bytes[place] == 0x50, (try? bytes.number(UInt32.self, at: place)) == 0x0605_4B50,
                let comment = try? bytes.number(UInt16.self, at: place + 20), place + 22 + Int(comment) == bytes.count
            {
                return place
            }
            place -= 1
        }
        return nil
    }
}

/// Why a ZIP archive, or one of its files, cannot be read.
package enum ZipError: Error, Equatable, Sendable {
    /// References lead nowhere, or contents are not those that the directory tells of.
    case damaged
    /// It is in the ZIP64 format.
    case zip64
    /// A file is encrypted.
    case encrypted(String)
    /// A file is packed by a method other than storing and deflating.
    case method(String, Int)
    /// A file has more bytes than the caller allows.
    case tooLong(String, limit: Int)
    /// A file's deflated bytes cannot be unpacked.
    case unpacking(String, ZlibError)
}

extension Span<UInt8> {
    /// A little-endian integer, or an error where it would lie outside.
    fileprivate func number<Number: FixedWidthInteger>(
        _ type: Number.Type, at offset: Int
    ) throws(ZipError) -> Number {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { throw .damaged }
        var value: Number = 0
        for index in 0..<width { value |= Number(truncatingIfNeeded: self[offset + index]) << Number(8 * index) }
        return value
    }

    /// A copy of a part that is known to lie inside.
    fileprivate func copied(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { part in unsafe Array(part) }
    }
}
