import Domain
import FoundationEssentials
import Glibc
import Imaging
import Platform
import TestSupport
import Testing
import Services

@testable import Backends

/// Pages in six languages, six fonts, eight orientations and five angles: CAIRN_TEXT_PAGES=1 reads all 1,440, 7 each
/// seventh of them.
@Suite("Text recognition on drawn pages", .serialized) struct DrawnPagesTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Draws pages, each with its language; all of them, or a few of every kind.
    private func pages() throws -> [(name: String, language: String)] {
        let step = getenv("CAIRN_TEXT_PAGES").flatMap { Int(String(cString: $0)) } ?? 107
        try draw("matrix", "--step", "\(step)")
        return Files.names(in: scratch.path).filter { $0.hasSuffix(".jpg") }.sorted().map { name in
            (name, String(name.prefix { $0 != "-" }))
        }
    }

    private func draw(_ words: String...) throws {
        let script = packageRoot.appending("Scripts/draw_pages.py")
        let command = [python, script].map(\.description) + [words[0], scratch.path.description] + words.dropFirst()
        try #require(shell(command.joined(separator: " ")).status == 0)
    }

    /// A slot and the form in which it takes pages.
    private struct Reader {
        let slot: any LocalSlot
        let request: PageRequest
    }

    private func reader(_ languages: String..., symbols: Bool = false) throws -> Reader {
        var settings = TesseractSettings()
        (settings.languages, settings.symbols) = (languages, symbols)
        let plan = try BackendPlan(.tesseract(settings), features: [], prepare: Prepare())
        var environment = BackendEnvironment(ProcessEnvironment(variables: [:], clock: TestClock().clock))
        environment.trial = Trial(
            program: builtProgram("cairn"), variables: ["XDG_CACHE_HOME": scratch.file("cache").description])
        guard case .local(let backend) = try plan.open(in: environment, timeout: .seconds(60)),
            case .page(let request) = backend.input
        else { throw SystemError("open", "\(languages)") }
        return Reader(slot: try backend.makeSlot(), request: request)
    }

    private func prepare(_ name: String, _ reader: Reader) throws -> PreparedImage {
        var image = PreparedImage(for: reader.request)
        let bytes = try Files.read(scratch.file(name))
        try ImagePreparer().prepare(bytes.span, for: reader.request, into: &image)
        return image
    }

    private func annotations(of image: PreparedImage, _ reader: Reader) throws -> [Annotation] {
        let result = reader.slot.annotate([image])[0]
        return try result.get().answers[0].annotations
    }

    /// What the command reads on the very pixels.
    private func hocr(_ image: PreparedImage, _ language: String) throws -> HOCRPage {
        let header = Array("P5 \(image.size.width) \(image.size.height) 255\n".utf8)
        let page = try scratch.write("page.pgm", header + image.grey)
        let command = "OMP_THREAD_LIMIT=1 tesseract \(page) - -l \(language) --psm 1 hocr"
        let (output, status) = shell(command)
        try #require(status == 0, "\(command)")
        return HOCRPage(String(decoding: output, as: UTF8.self))
    }

    @Test func `words, lines and boxes are those of the tesseract command on the same pixels`() throws {
        var readers: [String: Reader] = [:]
        var words: [String: Int] = [:]
        let pages = try pages()
        for (name, language) in pages {
            if readers[language] == nil { readers[language] = try reader(language) }
            let reader = try #require(readers[language])
            let image = try prepare(name, reader)
            let found = try annotations(of: image, reader)
            let expected = try hocr(image, language)
            for (level, parts) in [(Annotation.TextLevel.word, expected.words), (.line, expected.lines)] {
                let ours = found.filter { $0.level == level }
                #expect(ours.count == parts.count, "\(name) \(level): \(ours.map(\.description)) \(parts)")
                for (one, other) in zip(ours, parts) {
                    if level == .word { #expect(one.description == other.text, "\(name)") }
                    #expect(distance(one.polygon, other.box, image.placement) <= 1, "\(name) \(one) \(other)")
                    let percent = other.confidence.map(Float.init)
                    #expect(percent.map { abs($0 - 100 * (one.score ?? 0)) <= 1 } ?? true, "\(name) \(one) \(other)")
                }
            }
            words[language, default: 0] += expected.words.count
        }
        #expect(words.count == 6 && words.values.allSatisfy { $0 > 10 }, "\(words)")
        print("drawn pages: \(pages.count), words by language \(words)")
    }

    /// The farthest that an edge lies from the command's, in pixels of the page.
    private func distance(_ polygon: [Point], _ box: [Int], _ placement: Placement) -> Double {
        let (x, y) = (polygon.map { $0.x / placement.scale.x }, polygon.map { $0.y / placement.scale.y })
        guard let left = x.min(), let top = y.min(), let right = x.max(), let bottom = y.max() else { return .infinity }
        return zip([left, top, right, bottom], box).reduce(0) { max($0, abs($1.0 - Double($1.1))) }
    }

    @Test func `most words that were drawn are read, and from right to left as a reader reads them`() throws {
        try draw("matrix", "--step", "240")
        for language in ["chi_sim", "deu", "eng", "heb", "kor", "rus"] {
            let names = Files.names(in: scratch.path).filter { $0.hasPrefix("\(language)-") && $0.hasSuffix("-1.jpg") }
            let drawn = String(decoding: try Files.read(scratch.file("\(language).txt")), as: UTF8.self)
            let reader = try reader(language)
            let name = try #require(names.sorted().first)
            let found = try annotations(of: prepare(name, reader), reader)
            let lines = Set(found.filter { $0.level == .line }.map(\.description))
            let wanted = drawn.split(separator: "\n").map(String.init)
            let right = wanted.count { lines.contains($0) }
            #expect(2 * right > wanted.count, "\(name): \(lines)")
        }
    }

    @Test func `Chinese words have no spaces between them, beside languages that have some`() throws {
        try draw("matrix", "--step", "240")
        let names = Files.names(in: scratch.path).filter { $0.hasPrefix("chi_sim-") && $0.hasSuffix("-1.jpg") }
        let name = try #require(names.sorted().first)
        let drawn = String(decoding: try Files.read(scratch.file("chi_sim.txt")), as: UTF8.self)
        for reader in [try reader("chi_sim"), try reader("eng", "heb", "chi_sim")] {
            let found = try annotations(of: prepare(name, reader), reader)
            let lines = found.filter { $0.level == .line }.map(\.description)
            // A line may be taken for English.
            let drawnLines = drawn.split(separator: "\n").map(String.init)
            #expect(drawnLines.count { lines.contains($0) } >= 2, "\(lines) of \(drawn)")
            #expect(lines.allSatisfy { !$0.contains(/\p{Han} +\p{Han}/) }, "\(lines)")
            #expect(found.count { $0.level == .word } > lines.count)
        }
    }

    @Test func `a turned page reads as an upright one, and its boxes lie right in the picture`() throws {
        try draw("turned")
        let reader = try reader("eng", symbols: true)
        let upright = try annotations(of: prepare("0.png", reader), reader)
        let corner = try #require(upright.first?.polygon[2])
        let size = Size(width: Int(corner.x), height: Int(corner.y))
        #expect(upright.count { $0.level == .word } > 25 && upright.count { $0.level == .symbol } > 100)
        for turn in [1, 2, 3] {
            let turned = try annotations(of: prepare("\(90 * turn).png", reader), reader)
            #expect(turned.map(\.description) == upright.map(\.description), "\(turn)")
            #expect(turned.map(\.parent) == upright.map(\.parent) && turned.map(\.level) == upright.map(\.level))
            for (one, other) in zip(turned, upright).dropFirst() {
                let points = other.polygon.map { self.turned($0, by: turn, in: size) }
                let far = zip(one.polygon, points).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? .infinity
                #expect(far <= 2, "\(turn) \(one) \(points)")
            }
            #expect(turned[1].attributes?.contains("\"orientation\":\(90 * turn)") == true)
        }
    }

    /// A point of the upright page after quarter turns clockwise.
    private func turned(_ point: Point, by turns: Int, in size: Size) -> Point {
        switch turns {
        case 1: Point(x: Double(size.height) - point.y, y: point.x)
        case 2: Point(x: Double(size.width) - point.x, y: Double(size.height) - point.y)
        default: Point(x: point.y, y: Double(size.width) - point.x)
        }
    }
}
