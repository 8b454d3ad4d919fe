extension PictureParts {
    /// An item on the way from the picture to what it is made from.
    private struct Visit {
        var item: Int
        /// How the way leads to it: `pitm` for the picture itself, `dimg` for what a picture is made from, `auxl` for
        /// its transparency.
        var role: BoxName
        /// How many items lie before it on the way.
        var depth: UInt8
    }

    /// A list of the items that show the picture: the picture itself, then what it is made from, then its transparency,
    /// and in the same way behind each of these.
    ///
    /// Each entry is a name of four letters, the length of its content in eight bytes, and the content. `item` has the
    /// role, the type and the depth, of which the last one says which item it belongs to; a property has its box's name
    /// and content; `data` ends the item.
    mutating func walkHEIC(_ bytes: Span<UInt8>) throws(PictureError) {
        let items = try HEIFItems(bytes)
        // A property may be listed for each tile. No camera's file comes near it, and no file takes long.
        var budget = 4 * bytes.count + 16_000_000
        var count = 0
        // What comes next lies at the end.
        var waiting = [Visit(item: items.primary, role: "pitm", depth: 0)]
        while let visit = waiting.popLast() {
            count += 1
            // An item that is made from itself goes too deep as well.
            guard visit.depth <= 8, count + waiting.count <= HEIFBox.maxCount else {
                throw .unsupported(.heic, .variant("too many pictures in one"))
            }
            try add(visit, of: items, bytes, &budget)
            if let alpha = try items.alpha(of: visit.item) {
                waiting.append(Visit(item: alpha, role: "auxl", depth: visit.depth + 1))
            }
            for source in items.sources(of: visit.item).reversed() {
                waiting.append(Visit(item: source, role: "dimg", depth: visit.depth + 1))
            }
        }
    }

    /// Adds an item: what it is, the properties that decide pixels and colors, and its data.
    private mutating func add(
        _ visit: Visit, of items: HEIFItems, _ bytes: Span<UInt8>, _ budget: inout Int
    ) throws(PictureError) {
        let type = try items.type(of: visit.item)
        // Other codecs have properties of their own.
        let types: [BoxName] = ["hvc1", "grid", "iden", "iovl"]
        guard types.contains(type) else { throw .unsupported(.heic, .variant("a picture of another kind")) }
        make(visit.role.bytes + type.bytes + [visit.depth], as: "item")
        let shown: [BoxName] = ["hvcC", "ispe", "irot", "imir", "clap", "colr", "auxC"]
        for property in try items.properties(of: visit.item) {
            if shown.contains(property.box.name) {
                try keep([property.box.body], as: property.box.name, &budget)
            } else if property.isEssential {
                // A reader that does not know it cannot show the picture.
                throw .unsupported(.heic, .variant("an unknown property that is needed"))
            }
        }
        try keep(items.data(of: visit.item, bytes), as: "data", &budget)
    }

    /// Adds an entry of bytes that stand in the file.
    private mutating func keep(
        _ ranges: [Range<Int>], as name: BoxName, _ budget: inout Int
    ) throws(PictureError) {
        let length = ranges.reduce(0) { $0 + $1.count }
        // With what the entry itself takes in memory.
        budget -= length + 100 * (ranges.count + 1)
        guard budget >= 0 else { throw .unsupported(.heic, .variant("the same data too often")) }
        make(name.bytes + Self.bytes(of: length))
        for range in ranges where !range.isEmpty { keep(range) }
    }

    /// Adds an entry of bytes that do not stand in the file so.
    private mutating func make(_ content: [UInt8], as name: BoxName) {
        make(name.bytes + Self.bytes(of: content.count) + content)
    }

    /// A length in eight bytes, the largest part first.
    private static func bytes(of length: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    }
}
