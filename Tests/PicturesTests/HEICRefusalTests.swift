import Corpora
import Pictures
import TestSupport
import Testing

/// A HEIC that readers may understand in different ways, or that is made to cost much, is not walked.
@Suite("A HEIC that is not walked") struct HEICRefusalTests {
    private func list(_ file: [UInt8]) -> [UInt8]? { HEICPartsTests.list(file) }

    /// A grid in which something is changed.
    private func grid(_ change: (inout HEIFWriter) -> Void) throws -> [UInt8] {
        var writer = try HEICPartsTests.grid()
        change(&writer)
        return writer.file
    }

    /// A grid in whose box of a name some bytes are replaced.
    private func grid(_ name: String, _ offset: Int, _ bytes: [UInt8]) throws -> [UInt8] {
        try grid { writer in
            writer.edit = { found, box in
                guard found == name else { return box }
                return Array(box[..<offset]) + bytes + box[(offset + bytes.count)...]
            }
        }
    }

    /// A grid with one box of a name more, or without that box.
    private func grid(_ name: String, times: Int) throws -> [UInt8] {
        try grid { writer in
            writer.edit = { $0 == name ? Array(repeatElement($1, count: times).joined()) : $1 }
        }
    }

    @Test func `where boxes are missing, doubled or cut short`() throws {
        #expect(list(try grid { _ in }) != nil)
        for name in ["pitm", "iinf", "iprp", "iloc", "ipco", "ipma"] {
            #expect(list(try grid(name, times: 0)) == nil, "no \(name)")
            #expect(list(try grid(name, times: 2)) == nil, "two \(name)")
        }
        #expect(list(try grid("idat", times: 0)) == nil)
        #expect(list(try grid("iref", times: 2)) == nil)
        #expect(list(try grid("idat", times: 2)) == nil)
        for name in ["pitm", "iinf", "iref", "iprp", "iloc", "ipco", "ipma", "hdlr"] {
            #expect(list(try grid(name, 0, [0, 0, 0, 0])) == nil, "\(name) without a length")
            #expect(list(try grid(name, 0, [0, 0, 0, 7])) == nil, "\(name) of length 7")
            #expect(list(try grid(name, 0, [0x7F, 0xFF, 0xFF, 0xFF])) == nil, "\(name) longer than its file")
            #expect(list(try grid(name, 0, [0, 0, 0, 1])) == nil, "\(name) of a length of eight bytes")
        }
        // The first item's version stands behind the list's own version and count.
        for (name, offset) in [("pitm", 8), ("iinf", 8), ("iinf", 24), ("iref", 8), ("iloc", 8), ("ipma", 8)] {
            let file = try grid { writer in
                writer.isWide = true
                writer.edit = { $0 == name ? Array($1[..<offset]) + [9] + $1[(offset + 1)...] : $1 }
            }
            #expect(list(file) == nil, "\(name) of another version at \(offset)")
        }
        let file = try grid { _ in }
        let start = try #require(Talkative.find(Array("meta".utf8), in: file)) - 4
        let end = try #require(Talkative.find(Array("mdat".utf8), in: file)) - 4
        #expect(list(file + file[start..<end]) == nil && list(file + HEIFWriter.box("free", [])) != nil)
        #expect(list(Array(file[..<24])) == nil && list([]) == nil)
    }

    @Test func `where items contradict each other`() throws {
        let cases: [(String, [UInt8])] = [
            ("no picture of that number", try grid { $0.primary = 9 }),
            ("no tile of that number", try grid { $0.references[0].to = [2, 9] }),
            ("two items of one number", try grid { $0.items[3].number = 3 }),
            (
                "one number twice in the list of items",
                try grid { writer in
                    writer.references[0].to = [2, 2]
                    // The third entry of 21 bytes has its number behind its version.
                    writer.edit = { $0 == "iinf" ? Array($1[..<68]) + [0, 2] + $1[70...] : $1 }
                }
            ),
            ("no properties", try grid { $0.items[1].properties = [] }),
            ("a property that is not there", try grid { $0.items[1].properties = [1, 2, 7] }),
            ("a property 0", try grid { $0.items[1].properties = [1, 2, 0] }),
            ("a property of another item that is not there", try grid { $0.items[3].properties = [7] }),
            ("a property that must be known", try grid { $0.essential = [1, 4, 6] }),
            ("another codec", try grid { $0.items[2].type = "av01" }),
            ("a picture that is none", try grid { $0.primary = 4 }),
            ("two lists of tiles", try grid { $0.references.append(.init(name: "dimg", from: 1, to: [2])) }),
            ("made from itself", try grid { $0.references[0].to = [2, 1] }),
            ("made from each other", try grid { $0.references.append(.init(name: "dimg", from: 3, to: [1])) }),
            ("more items than are counted", try grid("iinf", 12, [0, 3])),
            ("fewer items than are counted", try grid("iinf", 12, [0, 5])),
            (
                "more items than are there",
                try grid {
                    $0.edit = { name, box in
                        name == "iinf" ? Array(box[..<8]) + [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + box[14...] : box
                    }
                }
            ),
            ("too many lists of properties", try grid("ipma", 12, [0xFF, 0xFF, 0xFF, 0xFF])),
            ("a short reference", try grid("iref", 12 + 10, [0, 1])),
        ]
        for (what, file) in cases { #expect(list(file) == nil, "\(what)") }
    }

    @Test func `where data lie elsewhere`() throws {
        // 20 bytes an item: number, method, reference, base, count of extents; offset, length.
        let entry = 16
        let size = try HEICPartsTests.grid().file.count
        let cases: [(String, [UInt8])] = [
            ("in another item", try grid("iloc", entry + 3, [2])),
            ("in another file", try grid("iloc", entry + 5, [1])),
            ("nowhere", try grid("iloc", entry, [0, 99])),
            ("in two places", try grid("iloc", entry + 60, [0, 2])),
            ("behind idat", try grid("iloc", entry + 16, [0, 0, 0, 9])),
            ("in the description", try grid("iloc", entry + 2, [0, 0, 0, 0, 0, 0, 0, 60])),
            ("behind the file", try grid("iloc", entry + 26, Talkative.number(size - 100))),
            ("far behind the file", try grid("iloc", entry + 26, [0xFF, 0xFF, 0xFF, 0xFF])),
            ("all there are", try grid("iloc", entry + 16, [0, 0, 0, 0])),
            ("in more parts than are listed", try grid("iloc", entry + 10, [0xFF, 0xFF])),
            ("in too many parts", try grid { $0.extentCount = 33 }),
        ]
        for (what, file) in cases { #expect(list(file) == nil, "\(what)") }
        #expect(list(try grid { $0.extentCount = 32 }) == list(try grid { _ in }))
        /// One item in `idat`, of which the list of places is given behind its box's name.
        func single(_ places: [UInt8]) -> [UInt8] {
            HEIFWriter(
                items: [.init(number: 1, type: "iden", properties: [1], data: [7], method: 1)],
                properties: [HEIFWriter.size(8, 8)], edit: { $0 == "iloc" ? HEIFWriter.box("iloc", places) : $1 }
            ).file
        }
        let (one, numbers): ([UInt8], [UInt8]) = ([0, 0, 0, 1], [0, 1, 0, 1, 0, 0, 0, 1])
        let expected = list(single([1, 0, 0, 0, 0x44, 0, 0, 1] + numbers + [0, 0, 0, 0] + one))
        #expect(expected != nil)
        #expect(list(single([1, 0, 0, 0, 0x04, 0, 0, 1] + numbers + one)) == expected)
        let indexed = [2, 0, 0, 0, 0x44, 0x04] + one + [0, 0] + numbers + one + [0, 0, 0, 0] + one
        #expect(list(single(indexed)) == expected)
        // Readers differ on numbers of two bytes, and on an index in version 1.
        #expect(list(single([1, 0, 0, 0, 0x22, 0, 0, 1] + numbers + [0, 0, 0, 1])) == nil)
        #expect(list(single([1, 0, 0, 0, 0x44, 0x04, 0, 1] + numbers + one + [0, 0, 0, 0] + one)) == nil)
        var wide = try HEICPartsTests.grid()
        wide.isWide = true
        let file = wide.file
        let places = try #require(Talkative.find(Array("iloc".utf8), in: file))
        for at in (places + 14)..<(places + 60) {
            var changed = file
            changed.replaceSubrange(at..<(at + 8), with: [UInt8](repeating: 0xFF, count: 8))
            #expect(list(changed) == nil, "at \(at - places)")
        }
    }

    @Test func `where there are two alpha planes`() throws {
        func file(_ type: String, count: Int) throws -> [UInt8] {
            try grid { writer in
                writer.properties.append(HEIFWriter.box("auxC", [0, 0, 0, 0] + Array("\(type)\0".utf8)))
                for number in 5..<(5 + count) {
                    writer.items.append(
                        .init(number: number, type: "hvc1", properties: [1, 3, 7], data: writer.items[1].data))
                    writer.references.append(.init(name: "auxl", from: number, to: [1]))
                }
            }
        }
        for type in [
            "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
        ] {
            let one = try #require(list(try file(type, count: 1)))
            #expect(Talkative.find(Array("auxlhvc1\u{1}".utf8), in: one) != nil, "\(type)")
            #expect(list(try file(type, count: 2)) == nil, "\(type)")
        }
        #expect(list(try file("urn:mpeg:hevc:2015:auxid:2", count: 2)) == list(try grid { _ in }))
    }

    /// Pictures each of which is made from the next, the last one of some tiles.
    private func chain(depth: Int, tiles: Int, colors: [UInt8] = []) -> [UInt8] {
        var writer = HEIFWriter(items: [], properties: [HEIFWriter.size(8, 8), HEIFWriter.box("colr", colors)])
        for number in 1...(depth + 1) {
            writer.items.append(.init(number: number, type: "iden", properties: [1, 2], data: [7]))
        }
        for number in 1..<depth { writer.references.append(.init(name: "dimg", from: number, to: [number + 1])) }
        writer.references.append(
            .init(name: "dimg", from: depth, to: [Int](repeating: depth + 1, count: tiles)))
        return writer.file
    }

    @Test func `where it is too deep, too large or says the same too often`() {
        #expect(list(chain(depth: 8, tiles: 1)) != nil && list(chain(depth: 9, tiles: 1)) == nil)
        #expect(list(chain(depth: 1, tiles: 19_999)) != nil && list(chain(depth: 1, tiles: 20_000)) == nil)
        #expect(list(chain(depth: 8, tiles: 19_992)) != nil && list(chain(depth: 8, tiles: 19_993)) == nil)
        var crowded = HEIFWriter(items: [.init(number: 1, type: "hvc1", properties: [1], data: [7])])
        crowded.properties = [[UInt8]](repeating: HEIFWriter.box("free", []), count: 20_000)
        #expect(list(crowded.file) != nil)
        crowded.properties.append(HEIFWriter.box("free", []))
        #expect(list(crowded.file) == nil)
        let colors = [UInt8](repeating: 5, count: 1_000_000)
        #expect(list(chain(depth: 1, tiles: 18, colors: colors))?.count ?? 0 > 19_000_000)
        #expect(list(chain(depth: 1, tiles: 20, colors: colors)) == nil)
    }

    @Test(arguments: HEICPartsTests.fixtures) func `or has the same list wherever it is cut`(name: String) throws {
        let file = try Fixture.bytes(name)
        let expected = list(file)
        let end = try #require(Talkative.find(Array("mdat".utf8), in: file)) - 4
        for length in 0..<file.count {
            let found = list(Array(file[..<length]))
            #expect(found == nil || found == expected && length > end, "\(length) bytes")
        }
        // The description itself, cut short, with all data where they were. Where it ends before its last box, which
        // leads to the alpha plane, the picture is another one.
        let references = try #require(Talkative.find(Array("iref".utf8), in: file)) - 4
        for length in 28..<end where length != references {
            var cut = file
            cut.replaceSubrange(28..<32, with: Talkative.number(length - 28))
            #expect(list(cut) == nil || list(cut) == expected, "a description of \(length - 28) bytes")
        }
    }

    @Test(arguments: 0..<4) func `or is one whose pixels are those of its list`(number: Int) throws {
        let file =
            number < 3 ? try Fixture.bytes(HEICPartsTests.fixtures[number]) : try HEICPartsTests.grid().file
        let end = try #require(Talkative.find(Array("mdat".utf8), in: file)) + 4
        let (expected, pixels) = (list(file), try Fixture.decode(file))
        let seed = UInt64(number) + 1
        var random = Seeded(seed)
        var (equal, decoded) = (0, 0)
        for round in 0..<3_000 {
            var changed = file
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Hardly ever in the data, which are most of a file and change its list.
                let last = Int.random(in: 0..<16, using: &random) == 0 ? file.count : end
                let at = Int.random(in: 0..<last, using: &random)
                changed[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            guard list(changed) == expected, changed != file else { continue }
            equal += 1
            guard let found = try? Fixture.decode(changed) else { continue }
            decoded += 1
            #expect(found == pixels, "file \(number), seed \(seed), round \(round)")
        }
        #expect(equal > 200 && decoded > 100, "file \(number): \(equal) equal, \(decoded) decoded")
    }
}
