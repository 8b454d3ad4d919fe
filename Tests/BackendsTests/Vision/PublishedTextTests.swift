import Testing
import Domain

@testable import Backends

/// The example of "Detect text in images" in the Vision API's documentation: words and corners are the published ones,
/// the levels and symbols that the page leaves out are made of them.
@Suite("The text of the documentation's sign")
struct PublishedTextTests {
    private static let words: [(text: String, pause: String, corners: [Double])] = [
        ("WAITING?", "EOL_SURE_SPACE", [352, 828, 2248, 911, 2238, 1148, 342, 1065]),
        ("PLEASE", "EOL_SURE_SPACE", [1210, 1233, 1907, 1263, 1902, 1383, 1205, 1353]),
        ("TURN", "SPACE", [1210, 1418, 1730, 1441, 1724, 1564, 1205, 1541]),
        ("OFF", "EOL_SURE_SPACE", [1792, 1443, 2128, 1458, 2122, 1581, 1787, 1566]),
        ("YOUR", "EOL_SURE_SPACE", [1219, 1603, 1746, 1629, 1740, 1759, 1213, 1733]),
        ("ENGINE", "LINE_BREAK", [1222, 1771, 1944, 1834, 1930, 1992, 1208, 1928]),
    ]

    private static func box(_ corners: [Double]) -> String {
        let vertices = points(corners).map { #"{"x":\#(Int($0.x)),"y":\#(Int($0.y))}"# }
        return #""boundingBox":{"vertices":[\#(vertices.joined(separator: ","))]}"#
    }

    /// The corners of a letter: a part of its word's.
    private static func letter(_ place: Int, of count: Int, in corners: [Double]) -> [Double] {
        func between(_ from: Int, _ to: Int, _ share: Double) -> [Double] {
            [0, 1].map { (corners[from + $0] + (corners[to + $0] - corners[from + $0]) * share).rounded() }
        }
        let (left, right) = (Double(place) / Double(count), Double(place + 1) / Double(count))
        return between(0, 2, left) + between(0, 2, right) + between(6, 4, right) + between(6, 4, left)
    }

    private static var json: String {
        let all = words.map { word in
            let symbols = word.text.enumerated().map { place, letter in
                let pause =
                    place == word.text.count - 1 ? #","property":{"detectedBreak":{"type":"\#(word.pause)"}}"# : ""
                let corners = self.letter(place, of: word.text.count, in: word.corners)
                return #"{\#(box(corners)),"text":"\#(letter)","confidence":0.98\#(pause)}"#
            }
            return #"{\#(box(word.corners)),"symbols":[\#(symbols.joined(separator: ","))],"confidence":0.99}"#
        }
        let whole: [Double] = [341, 828, 2249, 828, 2249, 1993, 341, 1993]
        let paragraph = #"{\#(box(whole)),"words":[\#(all.joined(separator: ","))]}"#
        let block = #"{\#(box(whole)),"paragraphs":[\#(paragraph)],"blockType":"TEXT"}"#
        return #"{"fullTextAnnotation":{"pages":[{"width":2592,"height":2048,"blocks":[\#(block)]}],"#
            + #""text":"WAITING?\nPLEASE\nTURN OFF\nYOUR\nENGINE\n"}}"#
    }

    private let found: [Annotation]

    init() throws {
        let size = Size(width: 2592, height: 2048)
        found = try annotations(
            Self.json, .textDetection, in: Frame(sent: size, original: size), symbols: true)
    }

    private func elements(_ level: Annotation.TextLevel) -> [Annotation] { found.filter { $0.level == level } }

    @Test func `has five lines in the order in which they are read`() {
        #expect(elements(.line).map(\.description) == ["WAITING?", "PLEASE", "TURN OFF", "YOUR", "ENGINE"])
        #expect(found[0].description == "WAITING?\nPLEASE\nTURN OFF\nYOUR\nENGINE\n")
        #expect(elements(.symbol).map(\.description).joined() == Self.words.map(\.text).joined())
        #expect(found.passages.map(\.text) == ["WAITING? PLEASE TURN OFF YOUR ENGINE"])
    }

    @Test func `has a polygon on every level`() throws {
        #expect(found.allSatisfy { $0.polygon.count == 4 })
        #expect(elements(.word).map(\.polygon) == Self.words.map { points($0.corners) })
        for (line, words) in zip(elements(.line), [[0], [1], [2, 3], [4], [5]]) {
            let (first, last) = (Self.words[words[0]], Self.words[words[words.count - 1]])
            let own = points(Array(first.corners[0..<2] + last.corners[2..<6] + first.corners[6..<8]))
            for (corner, expected) in zip(line.polygon, own) {
                #expect(abs(corner.x - expected.x) < 8 && abs(corner.y - expected.y) < 8, "\(line)")
            }
        }
    }
}
