package import Pictures
import Platform
import TestSupport
import Zlib

/// Picture files that say much about themselves.
package enum Talkative {
    /// What must not be found in what is sent: names of metadata, a place, a comment.
    package static let secrets: [(name: String, bytes: [UInt8])] = [
        ("Exif", Array("Exif".utf8)), ("eXIf", Array("eXIf".utf8)), ("EXIF", Array("EXIF".utf8)),
        ("XMP", Array("http://ns.adobe.com".utf8)), ("XMP chunk", Array("XMP ".utf8)),
        ("Photoshop", Array("Photoshop 3.0".utf8)), ("MPF", Array("MPF\0".utf8)),
        ("GPS latitude", [0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 1]), ("comment", Array(comment.utf8)),
        ("hidden", Array("hidden behind".utf8)),
    ]
    package static let comment = "taken from my bedroom"

    /// A file of Tests/PicturesTests, whose EXIF blocks name a place.
    package static func fixture(_ name: String) throws -> [UInt8] {
        try Files.read(packageRoot.appending("Tests/PicturesTests/Fixtures").appending(name))
    }

    /// The EXIF block of the fixtures: 48° 51' north, big-endian, with some orientation.
    package static func exif(orientation: UInt8) throws -> [UInt8] {
        let file = try fixture("baseline.jpg")
        guard let start = find(Array("Exif\0\0".utf8), in: file) else { throw PictureError.empty }
        let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
        return turned(Array(file[(start + 6)..<(start + length - 2)]), orientation)
    }

    /// The same bytes with another orientation in every big-endian EXIF block.
    package static func turned(_ file: [UInt8], _ orientation: UInt8) -> [UInt8] {
        var file = file
        let tag: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
        if let at = find(tag, in: file) { file[at + tag.count] = orientation }
        return file
    }

    /// An ICC profile as far as anybody looks at it here: its length, its color space, its signature.
    package static func profile(_ length: Int, space: String = "RGB ") -> [UInt8] {
        var bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 251) }
        bytes.replaceSubrange(0..<4, with: number(length))
        bytes.replaceSubrange(16..<20, with: Array(space.utf8))
        bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return bytes
    }

    /// A segment of a JPEG.
    package static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)] + bytes
    }

    /// A JPEG with every kind of metadata in it and behind it.
    ///
    /// - Parameter isTidy: whether it has nothing between its segments and behind its end.
    package static func jpeg(
        _ bitmap: Bitmap, orientation: UInt8 = 1, profile: [UInt8] = [], sampling: LibraryJPEG.Sampling = .quarter,
        isTidy: Bool = false
    ) throws -> [UInt8] {
        guard let plain = LibraryJPEG.encode(bitmap, quality: 95, sampling: sampling) else {
            throw PictureError.outOfMemory(.jpeg)
        }
        var said = segment(0xE1, Array("Exif\0\0".utf8) + (try exif(orientation: orientation)))
        said += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8))
        said += segment(0xE0, Array("JFXX\0\u{13}hidden behind".utf8))
        for (number, start) in stride(from: 0, to: profile.count, by: 60_000).enumerated() {
            let count = UInt8((profile.count + 59_999) / 60_000)
            let part = profile[start..<min(start + 60_000, profile.count)]
            said += segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), count] + part)
        }
        said += segment(0xE2, Array("MPF\0MM".utf8) + [0, 42, 0, 0, 0, 8])
        said += segment(0xED, Array("Photoshop 3.0\0".utf8))
        said += segment(0xFE, Array(comment.utf8))
        if isTidy { return Array(plain[..<20]) + said + plain[20...] }
        // Bytes that no segment holds, which decoders pass over; then, behind the end, a whole picture with a place.
        let behind = plain[..<2] + segment(0xE1, Array("Exif\0\0".utf8) + (try exif(orientation: 1))) + plain[2...]
        return Array(plain[..<20]) + said + Array("hidden behind".utf8) + plain[20...] + behind
    }

    /// A chunk of a PNG.
    package static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return number(bytes.count) + body + number(Int(crc32(body.span)))
    }

    /// A PNG, with every kind of metadata in it and behind it.
    ///
    /// - Parameter depth: 8 or 16 bits a channel.
    package static func png(_ bitmap: Bitmap, orientation: UInt8 = 1, depth: Int = 8, profile: [UInt8] = []) throws
        -> [UInt8]
    {
        var rows: [UInt8] = []
        for y in 0..<bitmap.height {
            rows.append(0)
            for byte in bitmap.pixels[(3 * y * bitmap.width)..<(3 * (y + 1) * bitmap.width)] {
                rows += depth == 16 ? [byte, byte] : [byte]
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", number(bitmap.width) + number(bitmap.height) + [UInt8(depth), 2, 0, 0, 0])
        if !profile.isEmpty { file += chunk("iCCP", Array("p\0\0".utf8) + deflate(profile.span)) }
        file += chunk("tEXt", Array("Comment\0\(comment)".utf8)) + chunk("tIME", [7, 232, 1, 1, 0, 0, 0])
        file += chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0http://ns.adobe.com/xap/1.0/".utf8))
        file += chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
        let packed = deflate(rows.span)
        file += chunk("IDAT", Array(packed[..<(packed.count / 2)]))
        file += chunk("IDAT", Array(packed[(packed.count / 2)...]))
        file += chunk("eXIf", try exif(orientation: orientation))
        return file + chunk("IEND", []) + Array("hidden behind".utf8)
    }

    /// A WebP with EXIF and XMP chunks and one that nobody knows.
    package static func webp(orientation: UInt8 = 1) throws -> [UInt8] {
        var file = turned(try fixture("lossless.webp"), orientation)
        let xmp = Array("XMP ".utf8) + [20, 0, 0, 0] + Array("http://ns.adobe.com/".utf8)
        file += xmp + Array("cmnt".utf8) + [21, 0, 0, 0] + Array(comment.utf8) + [0]
        file[20] |= 0x04
        let length = file.count - 8
        file.replaceSubrange(4..<8, with: [UInt8(length & 255), UInt8(length >> 8), 0, 0])
        return file + Array("hidden behind".utf8)
    }

    /// A GIF with a comment, another program's data and a count of repetitions.
    package static func gif() throws -> [UInt8] {
        let file = try fixture("other.gif")
        let table = 13 + (3 << (Int(file[10] & 7) + 1))
        var said: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        said += [0x21, 0xFE, UInt8(comment.utf8.count)] + Array(comment.utf8) + [0]
        said += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [19] + Array("http://ns.adobe.com".utf8) + [0]
        return Array("GIF89a".utf8) + file[6..<table] + said + file[table...] + Array("hidden behind".utf8)
    }

    /// Four bytes, the largest part first.
    package static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Where some bytes first stand in others.
    package static func find(_ wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= wanted.count, let first = wanted.first else { return nil }
        return (0...(bytes.count - wanted.count)).first { at in
            bytes[at] == first && bytes[at..<(at + wanted.count)].elementsEqual(wanted)
        }
    }
}
