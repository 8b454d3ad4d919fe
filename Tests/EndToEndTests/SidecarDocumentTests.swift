import Crypto
import Domain
import Platform
import Report
import TestSupport
import Testing
import XMP

/// What photo managers read is asked of exiftool and exiv2.
@Suite("A sidecar") struct SidecarDocumentTests {
    private let scratch: Scratch
    private let library: XMPLibrary
    private let size = Size(width: 900, height: 600)

    init() throws {
        scratch = try Scratch()
        library = try #require(XMPLibrary.installed)
    }

    private func box(_ kind: Annotation.Kind, _ name: String, _ sides: [Double], mid: String? = nil) -> Annotation {
        let corners = [(0, 1), (2, 1), (2, 3), (0, 3)].map { Point(x: sides[$0.0], y: sides[$0.1]) }
        return Annotation(kind: kind, rank: 0, description: name, mid: mid, score: 0.9, polygon: corners)
    }

    private func write(
        _ name: String, _ annotations: [Annotation], turn: Int = 1, minScore: Float? = nil,
        tags: SidecarDocument.Tags = .init()
    ) throws {
        let image = ShownImage(
            id: ImageID(1), key: ImageKey(.picture, Digest(of: Array("a".utf8).span), turn: turn), size: size,
            path: "a.jpg", name: FilePath("/s/a.jpg"), state: .answered)
        let answer = ShownAnswer(
            id: ResultID(10), recipe: ShownRecipe(feature: .objectLocalization, backend: "vision", model: "m"),
            annotatedAt: Timestamp(milliseconds: 0), annotations: annotations)
        var document = SidecarDocument(image, size: size, answers: [answer], minScore: minScore, tags: tags)
        let xmp = document.xmp(library)
        try scratch.write(name, try #require(xmp))
    }

    private func exiftool(_ words: String...) async throws -> String {
        let ending = try await scratch.start(["exiftool"] + words).end()
        #expect(ending.status == 0, "\(ending)")
        return ending.output
    }

    /// Where the corner (120, 60) of the box 120, 60, 420, 240 is in the file, by the table of EXIF's orientations.
    private let corners: [(u: Double, v: Double)] = [
        (120, 60), (780, 60), (780, 540), (120, 540), (60, 120), (60, 780), (540, 780), (540, 120),
    ]

    @Test func `has regions in the raster of the file, whatever its turn`() async throws {
        for turn in 1...8 {
            let things = [box(.object, "Stone", [120, 60, 420, 240]), box(.face, "", [120, 60, 420, 240])]
            try write("\(turn).xmp", things, turn: turn)
        }
        let told = try JSONText(
            Array(try await exiftool("-n", "-struct", "-j", "-fileOrder", "filename", ".").utf8)
        ).items
        #expect(told.count == 8)
        for (index, one) in told.enumerated() {
            let (width, height) = index >= 4 ? (600.0, 900.0) : (900.0, 600.0)
            let corner = one["ImageRegion"][0]["RegionBoundary"]["RbVertices"][0]
            #expect(abs((corner["RbX"].double ?? -1) * width - corners[index].u) < 0.001, "\(index + 1): \(corner)")
            #expect(abs((corner["RbY"].double ?? -1) * height - corners[index].v) < 0.001, "\(index + 1): \(corner)")
            let applied = one["RegionInfo"]["AppliedToDimensions"]
            #expect(applied["W"].double == width && applied["H"].double == height)
            let face = one["RegionInfo"]["RegionList"][0]
            #expect(face["Type"].string == "Face" && face["Name"] == .null)
            // A quarter turn swaps the sides; the centre is in the middle of the corner and the one across.
            let (across, down) = index >= 4 ? (180.0, 300.0) : (300.0, 180.0)
            #expect(abs((face["Area"]["W"].double ?? -1) * width - across) < 0.001)
            #expect(abs((face["Area"]["H"].double ?? -1) * height - down) < 0.001)
            let centre = (x: (face["Area"]["X"].double ?? -1) * width, y: (face["Area"]["Y"].double ?? -1) * height)
            #expect(abs(abs(centre.x - corners[index].u) - across / 2) < 0.001, "\(index + 1): \(face)")
            #expect(abs(abs(centre.y - corners[index].v) - down / 2) < 0.001, "\(index + 1): \(face)")
        }
    }

    @Test func `has labels, entities and places as others read them, whatever letters they have`() async throws {
        let names = [
            "castle", "a|b", "c/d", "two\nlines", "nul\0and\u{1}", "rtl\u{202E}ltr", "שלום", "你好\u{20BB7}", "<&\">",
            "castle",
        ]
        var landmark = box(.landmark, "Tower", [-50, -20, 420, 240], mid: "/m/02j81")
        landmark.locations = [Coordinate(latitude: 48.858461, longitude: -2.294351)]
        let outside = box(.object, "nowhere", [1000, 700, 1100, 800])
        try write(
            "h.xmp", names.map { Annotation(kind: .label, rank: 0, description: $0) } + [landmark, outside])
        #expect(try await exiftool("-validate", "-warning", "-a", "h.xmp") == "Validate                        : OK\n")
        let told = try JSONText(Array(try await exiftool("-struct", "-j", "h.xmp").utf8))[0]
        let plain = [
            "castle", "a|b", "c/d", "two lines", "nul\u{FFFD}and\u{FFFD}", "rtl\u{202E}ltr", "שלום", "你好\u{20BB7}",
            "<&\">",
        ]
        #expect(told["Subject"].items.map(\.string) == plain)
        let bars = plain.map { "Cairn|" + $0.replacing("|", with: "/") }
        #expect(told["HierarchicalSubject"].items.map(\.string) == bars)
        #expect(told["TagsList"].items.map(\.string) == plain.map { "Cairn/" + $0.replacing("/", with: "|") })
        #expect(told["ImageRegion"].items.count == 1)
        let region = told["ImageRegion"][0]
        #expect(region["Name"].string == "Tower" && region["RId"].string == "cairn-\(10 << 20 | 10)")
        #expect(region["RCtype"][0]["Identifier"][0].string == "https://g.co/kg/m/02j81")
        // Cut to the picture.
        let corner = region["RegionBoundary"]["RbVertices"][0]
        #expect(corner["RbX"].double == 0 && corner["RbY"].double == 0, "\(region)")
        let place = told["LocationShown"][0]
        #expect(place["GPSLatitude"].string == "48 deg 51' 30.46\" N", "\(place)")
        #expect(place["GPSLongitude"].string == "2 deg 17' 39.66\" W", "\(place)")
        let other = try await scratch.run("exiv2", "-px", "pr", "h.xmp")
        #expect(other.output.contains("Xmp.iptcExt.ImageRegion[1]/Iptc4xmpExt:rId"), "\(other)")
        // Never as the place of the camera.
        #expect(!other.output.contains("Xmp.exif.GPS"), "\(other)")
    }

    @Test func `has no guesses, and no hierarchy, where that is not wanted`() async throws {
        var tags = SidecarDocument.Tags()
        tags.hasHierarchy = false
        var guess = Annotation(kind: .label, rank: 1, description: "barn")
        guess.score = 0.4
        try write(
            "p.xmp", [Annotation(kind: .label, rank: 0, description: "castle"), guess], minScore: 0.5, tags: tags)
        tags.hasHierarchy = true
        tags.root = nil
        try write("r.xmp", [guess], tags: tags)
        let told = try JSONText(Array(try await exiftool("-struct", "-j", "p.xmp", "r.xmp").utf8))
        #expect(told[0]["Subject"].items.map(\.string) == ["castle"])
        #expect(told[0]["HierarchicalSubject"] == .null && told[0]["TagsList"] == .null)
        #expect(told[1]["TagsList"].items.map(\.string) == ["barn"])
    }
}
