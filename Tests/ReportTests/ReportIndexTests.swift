import Crypto
import Domain
import JSON
import Platform
import Testing

@testable import Report

@Suite("The index of a report") struct ReportIndexTests {
    private let overview = JobOverview(
        job: "j", recipes: [], units: 0, uncertainUnits: 0, minDollars: 0, maxDollars: 0, days: [], failures: [])

    private func image(_ id: Int64, _ path: String, state: ShownImage.State = .answered) -> ShownImage {
        ShownImage(
            id: ImageID(id), key: ImageKey(.picture, Digest(of: path), turn: 6), size: Size(width: 3, height: 4),
            path: path, name: FilePath("/store/\(path)"), state: state, orientation: 6, format: "jpeg")
    }

    private func answer(_ names: (String, Float)...) -> ShownAnswer {
        ShownAnswer(
            id: ResultID(1), recipe: ShownRecipe(feature: .labelDetection, backend: "vision", model: "m"),
            annotatedAt: Timestamp(milliseconds: 1_000),
            annotations: names.enumerated().map {
                Annotation(kind: .label, rank: $0, description: $1.0, score: $1.1)
            })
    }

    private func index() -> ReportIndex {
        var index = ReportIndex(
            overview, images: [image(7, "a/1.jpg"), image(3, "b.jpg", state: .failed)], base: "../")
        index.add([answer(("castle", 0.5), ("tower", 0.9))], at: 0)
        index.add([], at: 1)
        return index
    }

    @Test func `an image is called by the name of the highest score`() {
        let index = index()
        #expect(index.bestName(at: 0)?.name == "tower")
        #expect(index.bestName(at: 0)?.score == 0.9)
        #expect(index.bestName(at: 1) == nil)
    }

    @Test func `columns are in the order of the images`() throws {
        let root = try JSONDocument(index().json(ReportFiles()) + [UInt8(ascii: "}")]).root
        #expect(root["names"]?.string == "1.jpg/b.jpg")
        #expect(root["folders"]?.elements.map(\.string) == ["a/", ""])
        #expect(root["classes"]?.elements.map { $0.elements[2].string } == ["castle", "tower"])
        // 0, 2, 2 as four bytes each.
        #expect(root["columns"]?["first"]?.string == "AAAAAAIAAAACAAAA")
        #expect(root["columns"]?["state"]?.string == "AAM=")
    }

    @Test func `an index tells what is new, gone and called otherwise`() {
        let before = ReportChanges.seen(in: "7\tcastle\ta/1.jpg\n9\tbeach\told.jpg\n")
        let changes = ReportChanges(from: before, to: index().seen)
        #expect(changes.added == [3])
        #expect(changes.gone == ["old.jpg"])
        #expect(changes.renamed.map(\.image) == [7])
        let lines = String(decoding: index().seen.lines, as: UTF8.self)
        #expect(ReportChanges.seen(in: lines) == index().seen)
    }

    @Test func `the first cards stand in the page, escaped`() {
        var index = ReportIndex(overview, images: [image(1, "<img src=x onerror=alert(1)>.jpg")], base: "")
        index.add([answer(("</span><script>", 1))], at: 0)
        let html = String(decoding: ReportPage([ReportPage.Job(index, file: "data/j/index-0.js")]).html, as: UTF8.self)
        #expect(!html.contains("<script>"))
        #expect(!html.contains("<img src=x"))
        #expect(html.contains("&lt;/span&gt;&lt;script&gt;"))
        #expect(!html.contains("{{"))
        #expect(html.contains("require-trusted-types-for 'script'"))
    }

    @Test func `names of pictures and pages lead to no scheme`() {
        #expect(image(1, "a.jpg").isShownByBrowsers)
        #expect(!image(1, "/abs/a.jpg").isShownByBrowsers)
        #expect(!image(1, "a\\xff.jpg").isShownByBrowsers)
        #expect(image(1, "https://u:p@h/a.jpg?sig=1").shownPath == "https://h/a.jpg?...")
    }
}
