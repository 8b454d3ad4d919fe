/// A TIFF structure as EXIF uses it: directories of tagged values, in either byte order.
///
/// Three directories at most are read, each once, and links between them are never followed further, so
/// that directories which point at each other do no harm. Every read is checked against the block's end.
struct ExifBlock {
    /// The tags that are asked for (EXIF 2.32, 4.6).
    enum Tag: UInt16 {
        case imageWidth = 0x0100, imageLength = 0x0101, bitsPerSample = 0x0102, colors = 0x0106, profile = 0x8773
        case density = 0x011A, densityUnit = 0x0128
        case orientation = 0x0112, dateTime = 0x0132, exifDirectory = 0x8769, gpsDirectory = 0x8825
        case dateTimeOriginal = 0x9003, dateTimeDigitized = 0x9004
        case offsetTime = 0x9010, offsetTimeOriginal = 0x9011, offsetTimeDigitized = 0x9012
        case subSecTime = 0x9290, subSecTimeOriginal = 0x9291, subSecTimeDigitized = 0x9292
        case latitudeReference = 1, latitude = 2, longitudeReference = 3, longitude = 4
    }

    /// One value of a directory: its type, how many there are, and where their bytes begin.
    private struct Entry {
        var type: Int
        var count: Int
        var offset: Int
    }

    /// One directory's values by tag; the first of equal tags counts.
    private typealias Directory = [UInt16: Entry]

    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private var main: Directory = [:]
    private var exif: Directory = [:]
    private var gps: Directory = [:]

    /// The three directories of a block; nil unless it begins as one.
    init?(_ block: [UInt8]) {
        guard block.count >= 8 else { return nil }
        switch (block[0], block[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        bytes = block
        guard number16(at: 2) == 42, let start = number32(at: 4) else { return nil }
        main = directory(at: start)
        exif = directory(at: number(.exifDirectory, in: main) ?? 0)
        gps = directory(at: number(.gpsDirectory, in: main) ?? 0)
    }

    /// How the stored pixels are turned to stand upright, 1 where nothing sensible is said.
    var orientation: Int {
        guard let value = number(.orientation, in: main), (1...8).contains(value) else { return 1 }
        return value
    }

    /// The size of the picture that a TIFF's first directory describes; nil in a block of EXIF.
    var size: PixelSize? {
        guard let width = number(.imageWidth, in: main), let height = number(.imageLength, in: main) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Whether that picture is the only one, has no more than 8 bits a channel, and is grey, of a palette or of red,
    /// green and blue.
    var isCommonPicture: Bool {
        guard let start = number32(at: 4), let count = number16(at: start), number32(at: start + 2 + 12 * count) == 0
        else { return false }
        return (number(.bitsPerSample, in: main) ?? 1) <= 8 && (0...3).contains(number(.colors, in: main) ?? -1)
    }

    /// The ICC profile of that picture's colors; empty where there is none.
    var profile: [UInt8] {
        guard let entry = main[Tag.profile.rawValue], entry.type == 7 || entry.type == 1 else { return [] }
        return Array(bytes[entry.offset..<(entry.offset + entry.count)])
    }

    /// The same block, saying that the picture stands upright.
    var upright: [UInt8] {
        guard let entry = main[Tag.orientation.rawValue], entry.count >= 1, entry.type == 3 || entry.type == 4 else {
            return bytes
        }
        var block = bytes
        let length = entry.type == 3 ? 2 : 4
        for index in 0..<length { block[entry.offset + index] = 0 }
        block[entry.offset + (isBigEndian ? length - 1 : 0)] = 1
        return block
    }

    /// A text of the main directory or of the EXIF one.
    func text(_ tag: Tag) -> [UInt8]? {
        guard let entry = exif[tag.rawValue] ?? main[tag.rawValue], entry.type == 2 else { return nil }
        return Array(bytes[entry.offset..<(entry.offset + entry.count)].prefix { $0 != 0 })
    }

    /// The first letter of a text in the GPS directory.
    func letter(_ tag: Tag) -> UInt8? {
        guard let entry = gps[tag.rawValue], entry.type == 2, entry.count > 0 else { return nil }
        return bytes[entry.offset]
    }

    /// Dots an inch across; nil where that is not said.
    var dotsPerInch: Double? {
        guard let (top, bottom) = fractions(main[Tag.density.rawValue]).first, bottom > 0 else { return nil }
        switch number(.densityUnit, in: main) {
        case nil, 2: return Double(top) / Double(bottom)
        case 3: return Double(top) / Double(bottom) * 2.54
        default: return nil
        }
    }

    /// Unsigned fractions of the GPS directory, as numerators and denominators.
    func fractions(_ tag: Tag) -> [(Int, Int)] { fractions(gps[tag.rawValue]) }

    private func fractions(_ entry: Entry?) -> [(Int, Int)] {
        guard let entry, entry.type == 5 else { return [] }
        var list: [(Int, Int)] = []
        for index in 0..<min(entry.count, 3) {
            guard let top = number32(at: entry.offset + 8 * index),
                let bottom = number32(at: entry.offset + 8 * index + 4)
            else { return [] }
            list.append((top, bottom))
        }
        return list
    }

    /// A whole number of one value, 16 or 32 bits long.
    private func number(_ tag: Tag, in directory: Directory) -> Int? {
        guard let entry = directory[tag.rawValue], entry.count >= 1 else { return nil }
        switch entry.type {
        case 3: return number16(at: entry.offset)
        case 4: return number32(at: entry.offset)
        default: return nil
        }
    }

    /// The entries of a directory whose values lie inside the block.
    private func directory(at start: Int) -> Directory {
        guard start >= 8, let count = number16(at: start) else { return [:] }
        var found: Directory = [:]
        for index in 0..<count {
            let at = start + 2 + 12 * index
            guard let tag = number16(at: at), let type = number16(at: at + 2), let count = number32(at: at + 4),
                at + 12 <= bytes.count
            else { break }
            guard (1...12).contains(type), Tag(rawValue: UInt16(tag)) != nil else { continue }
            let length = count * [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8][type]
            let offset = length <= 4 ? at + 8 : number32(at: at + 8) ?? bytes.count
            guard offset + length <= bytes.count, found[UInt16(tag)] == nil else { continue }
            found[UInt16(tag)] = Entry(type: type, count: count, offset: offset)
        }
        return found
    }

    private func number16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    private func number32(at offset: Int) -> Int? {
        guard let first = number16(at: offset), let second = number16(at: offset + 2) else { return nil }
        return isBigEndian ? first << 16 | second : second << 16 | first
    }
}
