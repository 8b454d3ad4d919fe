/// What the markers before a JPEG's first scan say.
struct JPEGHeader {
    /// The size of the frame.
    var size = PixelSize(width: 0, height: 0)
    /// Color components: 1 grey, 3 YCbCr or RGB, 4 CMYK or YCCK.
    var components = 0
    /// The marker of the frame header, 0xC0...0xCF: how the picture is coded (ISO 10918-1, table B.1).
    var frame: UInt8 = 0
    /// Samples of all components for each 16 pixels: 48 where all are whole, 24 where colors have a quarter.
    private(set) var sixteenths = 48
    /// The name that the frame gives each component.
    private(set) var componentNames: [UInt8] = []
    /// Whether a JFIF segment says that colors are YCbCr; one that is too short to be one does not count.
    private(set) var hasJFIF = false
    /// What the last Adobe segment says of the colors: 0 as they are, 1 YCbCr, 2 YCCK; nil where there is none.
    private(set) var adobeTransform: UInt8?
    /// The TIFF structure of the first EXIF segment; empty where there is none.
    var exif: [UInt8] = []

    /// Walks the markers up to the first scan.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        var offset = 2
        while let marker = Self.nextMarker(bytes, &offset) {
            switch marker {
            case 0x01, 0xD0...0xD8:
                continue  // markers without a length
            case 0xD9:
                throw .damaged(.jpeg, message: "the file ends its picture before it begins")
            case 0xDA:
                guard components > 0 else { throw .damaged(.jpeg, message: "a scan comes before the frame header") }
                return
            default:
                guard let length = bytes.bigEndian16(at: offset) else { throw Self.cutShort }
                guard length >= 2 else { throw .damaged(.jpeg, message: "a marker of impossible length") }
                if [0xC4, 0xC8, 0xCC].contains(marker) == false, (0xC0...0xCF).contains(marker), components == 0 {
                    try readFrame(bytes, at: offset, length: length)
                    frame = marker
                } else if marker == 0xE1, exif.isEmpty, bytes.has("Exif\0\0", at: offset + 2) {
                    exif = bytes.copy(from: offset + 8, count: length - 8)
                } else if marker == 0xE0, length >= 16, bytes.has("JFIF\0", at: offset + 2) {
                    hasJFIF = true
                } else if marker == 0xEE, length >= 14, bytes.has("Adobe", at: offset + 2), offset + 14 <= bytes.count {
                    adobeTransform = bytes[offset + 13]
                }
                offset += length
            }
        }
        throw Self.cutShort
    }

    private mutating func readFrame(
        _ bytes: Span<UInt8>, at offset: Int, length: Int
    ) throws(PictureError) {
        guard let height = bytes.bigEndian16(at: offset + 3), let width = bytes.bigEndian16(at: offset + 5),
            offset + 7 < bytes.count
        else { throw Self.cutShort }
        guard width > 0 else { throw .damaged(.jpeg, message: "a frame without columns") }
        // The height may follow the first scan in a DNL segment; libjpeg does not read that.
        guard height > 0 else { throw .unsupported(.jpeg, .variant("the height is not in the frame header")) }
        guard bytes[offset + 2] == 8 else {
            throw .unsupported(.jpeg, .variant("\(bytes[offset + 2]) bits a sample"))
        }
        size = PixelSize(width: width, height: height)
        components = Int(bytes[offset + 7])
        // libjpeg refuses any other; what is read beyond the segment would go when metadata is left out.
        guard length == 8 + 3 * components else {
            throw .damaged(.jpeg, message: "a frame header of impossible length")
        }
        var (across, down, samples) = (1, 1, 0)
        for index in stride(from: offset + 9, to: min(offset + 9 + 3 * components, bytes.count), by: 3) {
            componentNames.append(bytes[index - 1])
            let factors = (across: Int(bytes[index] >> 4), down: Int(bytes[index] & 15))
            (across, down) = (max(across, factors.across), max(down, factors.down))
            samples += factors.across * factors.down
        }
        sixteenths = 16 * samples / (across * down)
    }

    /// The next marker's code; like libjpeg, anything between segments is passed over.
    static func nextMarker(_ bytes: Span<UInt8>, _ offset: inout Int) -> UInt8? {
        while offset < bytes.count {
            guard bytes[offset] == 0xFF else {
                offset += 1
                continue
            }
            while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
            guard offset < bytes.count else { return nil }
            offset += 1
            if bytes[offset - 1] != 0 { return bytes[offset - 1] }
        }
        return nil
    }

    private static var cutShort: PictureError { .truncated(.jpeg, message: "the header is cut short") }
}
