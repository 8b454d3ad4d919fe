/// Which item leads to which (the box `iref`, ISO/IEC 14496-12, 8.11.12).
struct HEIFReferences {
    /// The items that an item is made from, in their order.
    private(set) var sources: [Int: [Int]] = [:]
    /// The items that add to an item: its transparency, its depth.
    private(set) var auxiliaries: [Int: [Int]] = [:]

    /// - Parameter box: nil where no item leads to another.
    init(_ box: HEIFBox?, _ bytes: Span<UInt8>) throws(PictureError) {
        guard let box else { return }
        var cursor = BoxCursor(box)
        let (version, _) = try cursor.version(bytes, latest: 1)
        let size = version == 0 ? 2 : 4
        var auxiliaryCount = 0
        for reference in try HEIFBox.all(in: cursor.offset..<cursor.end, of: bytes) {
            var cursor = BoxCursor(reference)
            let item = try cursor.number(bytes, size: size)
            let count = try cursor.number(bytes, size: 2)
            // libheif takes the next reference to begin behind the last number, whatever the box's length.
            guard cursor.end - cursor.offset == count * size else {
                throw .damaged(.heic, message: "a reference of a wrong length")
            }
            guard reference.name == "dimg" || reference.name == "auxl" else { continue }
            var targets: [Int] = []
            for _ in 0..<count { targets.append(try cursor.number(bytes, size: size)) }
            if reference.name == "dimg" {
                guard sources.updateValue(targets, forKey: item) == nil else {
                    throw .damaged(.heic, message: "an item is made from others in two ways")
                }
            } else {
                auxiliaryCount += count
                guard auxiliaryCount <= HEIFBox.maxCount else {
                    throw .unsupported(.heic, .variant("too many items"))
                }
                for target in targets { auxiliaries[target, default: []].append(item) }
            }
        }
    }
}
