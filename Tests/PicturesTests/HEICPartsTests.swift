import Corpora
import Pictures
import TestSupport
import Testing

/// The list of what shows the picture of a HEIC, which its digest is taken over.
@Suite("The parts of a HEIC") struct HEICPartsTests {
    static let fixtures = ["upright.heic", "turned.heic", "alpha.heic"]

    /// The list of a file; nil where the file cannot be walked.
    static func list(_ file: [UInt8]) -> [UInt8]? {
        (try? PictureParts(file.span, .heic))?.copy(of: file.span)
    }

    private func list(_ file: [UInt8]) -> [UInt8]? { Self.list(file) }

    /// An entry of a list.
    private func entry(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [0, 0, 0, 0] + Talkative.number(content.count) + content
    }

    /// The content of the first box of a name at or behind an offset.
    private static func content(_ name: String, of file: [UInt8], from start: Int = 0) throws -> [UInt8] {
        let at = try #require(Talkative.find(Array(name.utf8), in: Array(file[start...]))) + start
        return Array(file[(at + 4)..<(at - 4 + Int(file[at - 2]) << 8 + Int(file[at - 1]))])
    }

    /// A fixture whose data lie so many bytes further on; its list of places has 18 bytes an item.
    private func shifted(_ file: [UInt8], by count: Int) throws -> [UInt8] {
        var file = file
        let first = try #require(Talkative.find(Array("iloc".utf8), in: file)) + 12
        for item in 0..<2 {
            let at = first + 18 * item + 4
            let base = Int(file[at + 2]) << 8 + Int(file[at + 3]) + count
            file.replaceSubrange(at..<(at + 4), with: Talkative.number(base))
        }
        return file
    }

    /// The coded picture of a fixture, with its properties: the decoder's configuration, size and a mirror.
    private static func coded() throws -> (data: [UInt8], properties: [[UInt8]]) {
        let file = try Fixture.bytes("upright.heic")
        let data = try Self.content("mdat", of: file)
        let properties = [
            HEIFWriter.box("hvcC", try Self.content("hvcC", of: file)), HEIFWriter.size(74, 64),
            HEIFWriter.size(148, 64), HEIFWriter.box("imir", [0]), HEIFWriter.box("colr", Array("prof123".utf8)),
            HEIFWriter.box("pixi", [0, 0, 0, 0, 3, 8, 8, 8]),
        ]
        // The Exif block follows the picture.
        return (Array(data[..<0x311]), properties)
    }

    /// A grid of two tiles, the second one of which is mirrored, and what is said about it.
    static func grid() throws -> HEIFWriter {
        let (data, properties) = try Self.coded()
        return HEIFWriter(
            items: [
                .init(
                    number: 1, type: "grid", properties: [3, 6],
                    data: HEIFWriter.grid(rows: 1, columns: 2, width: 148, height: 64), method: 1),
                .init(number: 2, type: "hvc1", properties: [1, 2, 6], data: data),
                .init(number: 3, type: "hvc1", properties: [1, 2, 4, 6], data: data),
                .init(number: 4, type: "Exif", data: [0, 0, 0, 0] + Array("II*\0\u{8}\0\0\0\0\0".utf8)),
            ],
            properties: properties, essential: [1, 4],
            references: [.init(name: "dimg", from: 1, to: [2, 3]), .init(name: "cdsc", from: 4, to: [1])])
    }

    @Test func `says what stands in the file, each thing with its length`() throws {
        for name in ["upright.heic", "turned.heic"] {
            let file = try Fixture.bytes(name)
            var expected = entry("item", Array("pitmhvc1\0".utf8))
            for property in ["hvcC", "colr", "ispe", "clap"] {
                expected += entry(property, try Self.content(property, of: file))
            }
            if name == "turned.heic" { expected += entry("irot", [3]) }
            expected += entry("data", Array(try Self.content("mdat", of: file)[..<0x311]))
            #expect(list(file) == expected, "\(name)")
            #expect(try !PictureParts(file.span, .heic).isFile)
        }
        let photograph = try Fixture.bytes("baseline.jpg")
        #expect(try PictureParts(photograph.span, .jpeg).isFile)
        let file = try Fixture.bytes("alpha.heic")
        let data = try Self.content("mdat", of: file)
        let configuration = try #require(Talkative.find(Array("pixi".utf8), in: file))
        var expected = entry("item", Array("pitmhvc1\0".utf8))
        for property in ["hvcC", "colr", "ispe", "clap"] {
            expected += entry(property, try Self.content(property, of: file))
        }
        expected += entry("data", Array(data[..<0x311])) + entry("item", Array("auxlhvc1\u{1}".utf8))
        expected += entry("hvcC", try Self.content("hvcC", of: file, from: configuration))
        expected +=
            entry("ispe", try Self.content("ispe", of: file)) + entry("auxC", try Self.content("auxC", of: file))
        expected += entry("clap", try Self.content("clap", of: file)) + entry("data", Array(data[0x311...]))
        #expect(list(file) == expected)
    }

    @Test(arguments: fixtures) func `is the same whatever is said beside the picture`(name: String) throws {
        let file = try Fixture.bytes(name)
        let expected = try #require(list(file))
        let free = HEIFWriter.box("free", [1, 2, 3])
        let data = try #require(Talkative.find(Array("mdat".utf8), in: file)) - 4
        let moved = try shifted(file, by: free.count)
        let first = try shifted(file, by: 28 - data)
        var variants: [(String, [UInt8])] = [
            ("free space", Array(moved[..<data]) + free + moved[data...]),
            ("the data first", Array(first[..<28]) + first[data...] + first[28..<data]),
            ("a box behind", file + HEIFWriter.box("mpvd", [9, 9])), ("a tail", file + Array("tail".utf8)),
        ]
        if name != "alpha.heic" {
            var edited = file
            edited[file.count - 3] ^= 0xFF
            variants.append(("another Exif block", edited))
            var turned = file
            let tag = try #require(Talkative.find([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0], in: file))
            turned[tag + 9] = 8
            variants.append(("another orientation in EXIF", turned))
        }
        for (what, variant) in variants {
            #expect(variant != file && list(variant) == expected, "\(what)")
            #expect(try Fixture.decode(variant) == Fixture.decode(file), "\(what)")
        }
    }

    @Test(arguments: fixtures) func `differs where the picture does`(name: String) throws {
        let file = try Fixture.bytes(name)
        let expected = try #require(list(file))
        for what in ["hvcC", "ispe", "clap", "colr", "irot", "auxC", "mdat"] {
            guard let at = Talkative.find(Array(what.utf8), in: file) else { continue }
            var changed = file
            changed[at + (what == "irot" ? 4 : 8)] ^= 1
            let found = list(changed)
            // Of another kind than alpha, the second picture does not count.
            #expect(found != nil && found != expected, "\(what)")
        }
    }

    @Test func `holds all tiles of a grid in their order`() throws {
        let writer = try Self.grid()
        let expected = try #require(list(writer.file))
        let (data, properties) = try Self.coded()
        func tile(_ others: [UInt8]) -> [UInt8] {
            let start = entry("item", Array("dimghvc1\u{1}".utf8)) + entry("hvcC", Array(properties[0][8...]))
            return start + entry("ispe", Array(properties[1][8...])) + others + entry("data", data)
        }
        let grid = entry("item", Array("pitmgrid\0".utf8)) + entry("ispe", Array(properties[2][8...]))
        #expect(expected == grid + entry("data", writer.items[0].data) + tile([]) + tile(entry("imir", [0])))
        var swapped = writer
        swapped.references[0].to = [3, 2]
        #expect(list(swapped.file) != expected)
        #expect(try Fixture.decode(swapped.file) != Fixture.decode(writer.file))
        var twice = writer
        twice.references[0].to = [2, 2]
        #expect(list(twice.file) != nil && list(twice.file) != expected)
    }

    @Test func `says which item belongs to which`() throws {
        var flat = try Self.grid()
        flat.references[0].to = [2, 3]
        var deep = flat
        deep.references = [.init(name: "dimg", from: 1, to: [2]), .init(name: "dimg", from: 2, to: [3])]
        let lists = [try #require(list(flat.file)), try #require(list(deep.file))]
        #expect(lists[0] != lists[1] && lists[0].count == lists[1].count)
        // An alpha plane of the picture, or of its last tile.
        flat.properties.append(HEIFWriter.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8)))
        flat.items.append(.init(number: 5, type: "hvc1", properties: [1, 2, 7], data: flat.items[1].data))
        flat.references.append(.init(name: "auxl", from: 5, to: [1]))
        var ofTile = flat
        ofTile.references[2].to = [3]
        #expect(list(flat.file) != nil && list(ofTile.file) != nil && list(flat.file) != list(ofTile.file))
    }

    @Test func `is the same in whatever boxes`() throws {
        let writer = try Self.grid()
        let expected = list(writer.file)
        var variants: [(String, HEIFWriter)] = []
        func add(_ what: String, _ change: (inout HEIFWriter) -> Void) {
            var changed = writer
            change(&changed)
            variants.append((what, changed))
        }
        add("numbers of 32 bits") { $0.isWide = true }
        add("the data first") { $0.isDataFirst = true }
        add("data in three parts") { $0.extentCount = 3 }
        add("the grid's own data in the file") { $0.items[0].method = 0 }
        add("a picture in idat") { $0.items[1].method = 1 }
        add("no Exif") { writer in
            writer.items.removeLast()
            writer.references.removeLast()
        }
        add("XMP") { writer in
            writer.items.insert(.init(number: 9, type: "mime", data: Array("<x/>".utf8)), at: 0)
            writer.references.insert(.init(name: "cdsc", from: 9, to: [1]), at: 0)
        }
        add("a thumbnail and a depth map") { writer in
            writer.properties.append(
                HEIFWriter.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:2\0".utf8)))
            writer.items.append(.init(number: 7, type: "hvc1", properties: [1, 2], data: writer.items[1].data))
            writer.items.append(.init(number: 8, type: "hvc1", properties: [1, 2, 7], data: writer.items[1].data))
            writer.references.append(.init(name: "thmb", from: 7, to: [1]))
            writer.references.append(.init(name: "auxl", from: 8, to: [1]))
        }
        add("other numbers") { writer in
            writer.primary = 40
            for index in writer.items.indices { writer.items[index].number = [40, 30, 20, 10][index] }
            writer.references = [
                .init(name: "dimg", from: 40, to: [30, 20]), .init(name: "cdsc", from: 10, to: [40]),
            ]
        }
        add("free space among the properties") { writer in
            writer.properties.insert(HEIFWriter.box("free", [1]), at: 0)
            for index in writer.items.indices {
                writer.items[index].properties = writer.items[index].properties.map { $0 + 1 }
            }
            writer.essential = [2, 5]
        }
        add("a property that somebody made up") { writer in
            writer.properties.append(HEIFWriter.box("uuid", [UInt8](repeating: 1, count: 20)))
            for index in 0..<3 { writer.items[index].properties.insert(7, at: 0) }
        }
        add("a reference that somebody made up") { writer in
            let reference = HEIFWriter.box("uuid", [UInt8](repeating: 1, count: 16) + [0, 1, 0, 1, 0, 2])
            writer.edit = { $0 == "iref" ? HEIFWriter.box($0, $1[8...] + reference) : $1 }
        }
        add("Nokia's version of the list of items") { writer in
            writer.isWide = true
            writer.edit = { $0 == "iinf" ? Array($1[..<8]) + [2] + $1[9...] : $1 }
        }
        add("lengths of eight bytes") { writer in
            writer.edit = {
                [0, 0, 0, 1] + $1[4..<8] + [0, 0, 0, 0]
                    + Talkative.number($1.count + 8) + $1[8...]
            }
        }
        let pixels = try Fixture.decode(writer.file)
        for (what, variant) in variants {
            #expect(list(variant.file) == expected, "\(what)")
            #expect(try Fixture.decode(variant.file) == pixels, "\(what)")
        }
    }
}
