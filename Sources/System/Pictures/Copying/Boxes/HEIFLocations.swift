/// Where the data of the items lie (the box `iloc`, ISO/IEC 14496-12, 8.11.3).
struct HEIFLocations {
    /// What is said of one item.
    private struct Entry {
        /// 0: in the file; 1: in the box `idat`; 2: in another item.
        var method: Int
        /// 0: in this file.
        var reference: Int
        /// What is added to the offset of each extent.
        var base: Int
        var extentCount: Int
        /// Where the extents are listed.
        var extents: Range<Int>
    }

    private var entries: [Int: Entry] = [:]
    private let indexSize: Int
    private let offsetSize: Int
    private let lengthSize: Int

    /// Reads the box; the extents are read when they are asked for.
    init(_ box: HEIFBox, _ bytes: Span<UInt8>) throws(PictureError) {
        var cursor = BoxCursor(box)
        let (version, _) = try cursor.version(bytes, latest: 2)
        let sizes = try cursor.number(bytes, size: 2)
        (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let baseSize = sizes >> 4 & 15
        indexSize = version == 0 ? 0 : sizes & 15
        // libheif reads no index in version 1, though there may be one.
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }),
            version == 2 || indexSize == 0
        else { throw .unsupported(.heic, .variant("numbers of unusual sizes")) }
        let count = try cursor.number(bytes, size: version < 2 ? 2 : 4)
        guard count <= HEIFBox.maxCount else { throw .unsupported(.heic, .variant("too many items")) }
        for _ in 0..<count {
            let item = try cursor.number(bytes, size: version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : try cursor.number(bytes, size: 2) & 15
            let reference = try cursor.number(bytes, size: 2)
            let base = try cursor.number(bytes, size: baseSize)
            let extentCount = try cursor.number(bytes, size: 2)
            let start = cursor.offset
            try cursor.skip(extentCount * (indexSize + offsetSize + lengthSize))
            let entry = Entry(
                method: method, reference: reference, base: base, extentCount: extentCount,
                extents: start..<cursor.offset)
            guard entries.updateValue(entry, forKey: item) == nil else {
                throw .damaged(.heic, message: "an item lies in two places")
            }
        }
    }

    /// The bytes of the file that are an item's data, in order.
    ///
    /// - Parameters:
    ///   - meta: the box that describes the items, which is not their data.
    ///   - idat: the content of the box in it that may hold data.
    func ranges(
        of item: Int, meta: Range<Int>, idat: Range<Int>?, _ bytes: Span<UInt8>
    ) throws(PictureError) -> [Range<Int>] {
        guard let entry = entries[item] else { throw .damaged(.heic, message: "an item has no place") }
        guard entry.reference == 0, entry.method <= 1, entry.extentCount <= 32 else {
            throw .unsupported(.heic, .variant("an item in another place than the file"))
        }
        let container = entry.method == 0 ? 0..<bytes.count : idat ?? 0..<0
        var cursor = BoxCursor(entry.extents)
        var ranges: [Range<Int>] = []
        for _ in 0..<entry.extentCount {
            try cursor.skip(indexSize)
            let offset = try cursor.number(bytes, size: offsetSize)
            let length = try cursor.number(bytes, size: lengthSize)
            guard entry.base <= container.count, offset <= container.count - entry.base,
                length <= container.count - entry.base - offset
            else { throw .truncated(.heic, message: "an item ends behind the file") }
            // By the standard this means all there is; to libheif it is nothing.
            guard length > 0 else { throw .unsupported(.heic, .variant("a part of an item without a length")) }
            let start = container.lowerBound + entry.base + offset
            guard entry.method == 1 || !(start..<(start + length)).overlaps(meta) else {
                throw .damaged(.heic, message: "an item lies in its own description")
            }
            ranges.append(start..<(start + length))
        }
        return ranges
    }
}
