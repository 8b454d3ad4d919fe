import Corpora

/// Writes HEIC files for the tests, of any items and with whatever may be wrong with them.
struct HEIFWriter {
    /// A picture, or what is said about one.
    struct Item {
        var number: Int
        var type: String
        /// Numbers of properties, the first one of which is 1.
        var properties: [Int] = []
        var data: [UInt8] = []
        /// 0: in the file; 1: in the box `idat`.
        var method = 0
    }

    /// A way from an item to others.
    struct Reference {
        var name: String
        var from: Int
        var to: [Int]
    }

    var primary = 1
    var items: [Item]
    /// The boxes of the properties.
    var properties: [[UInt8]] = []
    /// Numbers of properties that a reader must know.
    var essential: Set<Int> = []
    var references: [Reference] = []
    /// Whether numbers of items have 32 bits, and those of properties 15.
    var isWide = false
    /// Whether the data stand before their description.
    var isDataFirst = false
    /// Parts of each item's data, which lie in reverse order.
    var extentCount = 1
    /// Stands between the boxes.
    var gap: [UInt8] = []
    /// Changes the boxes of the description by their names.
    var edit: (String, [UInt8]) -> [UInt8] = { $1 }

    /// A box of a name and a content.
    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Talkative.number(content.count + 8) + Array(name.utf8) + content
    }

    /// A number of two bytes.
    static func short(_ number: Int) -> [UInt8] { Array(Talkative.number(number)[2...]) }

    /// The data of a grid.
    static func grid(rows: Int, columns: Int, width: Int, height: Int) -> [UInt8] {
        [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + short(width) + short(height)
    }

    /// The property `ispe`.
    static func size(_ width: Int, _ height: Int) -> [UInt8] {
        box("ispe", [0, 0, 0, 0] + Talkative.number(width) + Talkative.number(height))
    }

    var file: [UInt8] {
        let head = Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let description = meta(dataStart: 0).count
        let dataStart = head.count + gap.count + 8 + (isDataFirst ? 0 : description)
        let data = Self.box("mdat", items.filter { $0.method == 0 }.flatMap { extents(of: $0).reversed().joined() })
        let meta = meta(dataStart: dataStart)
        return isDataFirst ? head + gap + data + meta : head + meta + gap + data
    }

    private func number(_ item: Int) -> [UInt8] { isWide ? Talkative.number(item) : Self.short(item) }

    /// The parts of an item's data, in order.
    private func extents(of item: Item) -> [[UInt8]] {
        let length = max((item.data.count + extentCount - 1) / extentCount, 1)
        return stride(from: 0, to: item.data.count, by: length).map {
            Array(item.data[$0..<min($0 + length, item.data.count)])
        }
    }

    private func meta(dataStart: Int) -> [UInt8] {
        let boxes = [
            (
                "hdlr",
                Self.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            ),
            ("pitm", Self.box("pitm", [isWide ? 1 : 0, 0, 0, 0] + number(primary))), ("iinf", itemList),
            ("iref", referenceList), ("iprp", propertyList), ("iloc", locations(dataStart)),
            ("idat", Self.box("idat", items.filter { $0.method == 1 }.flatMap(\.data))),
        ]
        return Self.box("meta", [0, 0, 0, 0] + boxes.flatMap { edit($0.0, $0.1) })
    }

    private var itemList: [UInt8] {
        let entries = items.flatMap { item in
            Self.box("infe", [isWide ? 3 : 2, 0, 0, 0] + number(item.number) + [0, 0] + Array(item.type.utf8) + [0])
        }
        return Self.box("iinf", [isWide ? 1 : 0, 0, 0, 0] + number(items.count) + entries)
    }

    private var referenceList: [UInt8] {
        Self.box(
            "iref",
            [isWide ? 1 : 0, 0, 0, 0]
                + references.flatMap { reference in
                    Self.box(
                        reference.name,
                        number(reference.from) + Self.short(reference.to.count) + reference.to.flatMap(number))
                })
    }

    private var propertyList: [UInt8] {
        let entries = items.filter { !$0.properties.isEmpty }.flatMap { item in
            number(item.number) + [UInt8(item.properties.count)]
                + item.properties.flatMap { property in
                    let isEssential = essential.contains(property)
                    return isWide
                        ? Self.short(property | (isEssential ? 0x8000 : 0))
                        : [UInt8(property | (isEssential ? 0x80 : 0))]
                }
        }
        let count = items.filter { !$0.properties.isEmpty }.count
        let version: [UInt8] = isWide ? [1, 0, 0, 1] : [0, 0, 0, 0]
        return Self.box(
            "iprp",
            edit("ipco", Self.box("ipco", properties.flatMap { $0 }))
                + edit("ipma", Self.box("ipma", version + Talkative.number(count) + entries)))
    }

    /// Version 2 with numbers of eight bytes where they are wide, else version 1 with numbers of four.
    private func locations(_ dataStart: Int) -> [UInt8] {
        var next = [dataStart, 0]
        var entries: [UInt8] = []
        func wide(_ number: Int) -> [UInt8] { (isWide ? [0, 0, 0, 0] : []) + Talkative.number(number) }
        for item in items {
            let parts = item.method == 0 ? extents(of: item) : [item.data]
            entries += number(item.number) + Self.short(item.method) + [0, 0] + wide(next[item.method])
            entries += Self.short(parts.count)
            for (index, part) in parts.enumerated() {
                // In reverse order, the parts behind this one lie before it.
                entries += wide(parts[(index + 1)...].reduce(0) { $0 + $1.count }) + wide(part.count)
            }
            next[item.method] += item.data.count
        }
        let version: [UInt8] = [isWide ? 2 : 1, 0, 0, 0, isWide ? 0x88 : 0x44, isWide ? 0x80 : 0x40]
        return Self.box("iloc", version + number(items.count) + entries)
    }
}
