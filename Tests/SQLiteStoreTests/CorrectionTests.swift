import Domain
import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing

@Suite struct CorrectionTests {
    let bench: Bench
    let image = ImageID(1)

    init() throws {
        bench = try Bench()
        try bench.answer([Annotation(kind: .label, rank: 0, description: "lighthouse", score: 0.92)])
    }

    private func label(_ words: String) -> Annotation {
        Annotation(kind: .label, rank: 0, description: words, score: 1)
    }

    private func correction(_ words: String, base: Int? = nil, of feature: FeatureType = .labelDetection) -> Correction
    {
        Correction(image: image, feature: feature, annotations: [label(words)], base: base)
    }

    @discardableResult
    private func save(_ corrections: Correction..., by author: String = "mia", job: String = "job") throws
        -> SavingOutcome
    {
        let outcome = try bench.store.save(corrections, of: job, by: author)
        #expect(try bench.store.problems() == [])
        return outcome
    }

    private func shown(_ view: String = "labels", job: String = "job") throws -> [String] {
        try bench.rows("SELECT description, backend FROM \(view) WHERE job = '\(job)' ORDER BY recipe_id, rank")
    }

    private var states: [String] {
        get throws { try bench.rows("SELECT generation, state, author FROM corrections ORDER BY correction_id") }
    }

    @Test func `a job's rows show a person's answer, and history keeps both`() throws {
        #expect(try save(correction("tower")) == .saved(1))
        #expect(try shown() == ["tower|person"])
        let history = try bench.rows("SELECT description, generation, is_newest FROM labels_history ORDER BY answer_id")
        #expect(history == ["lighthouse|1|1", "tower|1|1"])
        #expect(try bench.rows("SELECT * FROM corrections").first?.hasPrefix("1|job|1|") == true)
        #expect(try bench.rows("SELECT attempt_id, run_id, units FROM charges") == [])
        #expect(
            try bench.store.machineAnswers(to: image, of: "job").flatMap(\.annotations).map(\.description) == [
                "lighthouse"
            ])
        #expect(try bench.store.currentCorrections(of: image, of: "job").flatMap(\.annotations) == [label("tower")])
    }

    @Test func `each saving is the next generation, and one that changes nothing is none`() throws {
        try save(correction("tower"))
        #expect(try save(correction("tower", base: 0), by: "ben") == .saved(0))
        #expect(try save(correction("spire"), by: "ben") == .saved(1))
        #expect(try shown() == ["spire|person"])
        #expect(try states == ["1|outdated|mia", "2|shown|ben"])
    }

    @Test func `a correction that was begun with an older one is refused with its author, and nothing is saved`() throws
    {
        try save(correction("tower"))
        try save(correction("spire", base: 1), by: "ben")
        let outcome = try save(correction("mast", base: 1), correction("pole", base: 0))
        guard case .newer(let records) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(records.map(\.author) == ["ben", "ben"] && records.map(\.generation) == [2, 2])
        #expect(try shown() == ["spire|person"])
    }

    @Test func `undone, the machine's answer is shown again, and the next saving is a new generation`() throws {
        try save(correction("tower"))
        #expect(try bench.store.undo(image, of: "job") == [.labelDetection])
        #expect(try bench.store.undo(image, of: "job") == [])
        #expect(try bench.store.problems() == [])
        #expect(try shown() == ["lighthouse|tflite"])
        #expect(try states == ["1|undone|mia"])
        // What was undone stands in no one's way.
        #expect(try save(correction("spire", base: 1)) == .saved(1))
        #expect(try states == ["1|undone|mia", "2|shown|mia"])
        #expect(try shown() == ["spire|person"])
    }

    @Test func `another job's rows stay the machine's`() throws {
        _ = try bench.run(tasks: 1, job: "other")
        try save(correction("tower"))
        #expect(try shown(job: "other") == ["lighthouse|tflite"])
        #expect(try save(correction("mast"), job: "other") == .saved(1))
        #expect(try shown() == ["tower|person"])
        #expect(try shown(job: "other") == ["mast|person"])
    }

    @Test func `a later answer of a machine goes to history, and so does that of another model`() throws {
        try save(correction("tower"))
        let run = try bench.run(tasks: 1, isForced: true)
        let claims = try bench.claim(1, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0, "beacon") }, in: run)
        #expect(try shown() == ["tower|person"])
        let other = Recipe(
            backend: "tflite", model: "n@2", feature: .labelDetection, parameters: "{}", preparation: "{}")
        let numbers = try bench.store.write { transaction throws(StoreError) in
            try transaction.recipes.register([other])
        }
        let second = try bench.run(tasks: 1, recipes: numbers)
        let claim = try #require(try bench.claim(1, of: second, by: try bench.enter()).first)
        var answer = AttemptResult(claim: claim, outcome: .answered)
        answer.answers = [Answer(recipe: other, annotations: [label("beacon")])]
        _ = try bench.record([answer], in: second)
        #expect(try shown() == ["tower|person"])
        #expect(try bench.store.problems() == [])
    }

    @Test func `one text takes the place of all texts, whichever feature was asked for them`() throws {
        var first = Annotation(kind: .text, rank: 0, description: "SALE")
        first.level = .paragraph
        var second = first
        second.description = "SALE!"
        try save(Correction(image: image, feature: .textDetection, annotations: [first], base: nil))
        try save(Correction(image: image, feature: .documentTextDetection, annotations: [second], base: nil))
        #expect(try bench.rows("SELECT text, feature FROM plain_texts") == ["SALE!|DOCUMENT_TEXT_DETECTION"])
        #expect(try bench.rows("SELECT state FROM corrections ORDER BY correction_id") == ["outdated", "shown"])
    }

    @Test func `a picture that leaves and returns finds its correction`() throws {
        try bench.submit([3, 4])
        let image = ImageID(try bench.number("SELECT max(image_id) FROM image"))
        let saved = Correction(image: image, feature: .labelDetection, annotations: [label("tower")], base: nil)
        #expect(try save(saved) == .saved(1))
        // The name holds another picture now.
        func overwrite(_ content: Int, stamp: Int64) throws {
            let session = try bench.begin()
            let files = [bench.listed(3), bench.listed(4, stamp: stamp)]
            let diff = try session.diff(Listing(folder: bench.pictures, files: files, isWhole: true), at: 0)
            let planned = try session.decide(diff.unread.map { _ in bench.file(4, content: content, stamp: stamp) })
            _ = try session.apply(SubmissionBatch(number: 1, images: diff.images + planned))
            let names = try session.unseenImages(after: nil, limit: 10)
            let members = names.map { MemberChange.replaced($0.image) }
            _ = try session.finish(SubmissionCompletion(counts: SubmissionCounts(), members: members))
            #expect(try bench.store.problems() == [])
        }
        try overwrite(9, stamp: 2)
        #expect(try states == ["1|outdated|mia"])
        #expect(try shown() == [])
        try overwrite(4, stamp: 3)
        #expect(try states == ["1|shown|mia"])
        #expect(try shown() == ["tower|person"])
    }

    /// What somebody who goes by no rule has changed, and the sentence that names it.
    @Test(arguments: [
        ("DELETE FROM correction", "1 answers that neither a run nor a correction brought, or both: row 2 of answer"),
        ("UPDATE answer SET run_id = 0, attempt_id = 0", "1 answers that neither a run nor a correction brought"),
        ("UPDATE answer SET run_id = 1 WHERE run_id = 0", "1 answers that neither a run nor a correction brought"),
        ("UPDATE correction SET undone_at = 1", "1 corrections that are undone and shown: row 1 of correction"),
        ("UPDATE job_image SET corrected = NULL", "1 corrections beside which a machine's answer is shown: row 1"),
        ("DELETE FROM job_recipe WHERE person", "1 corrections beside which a machine's answer is shown: row 1"),
        ("UPDATE answer SET is_newest = 0 WHERE run_id = 0", "1 images marked as corrected that have no correction"),
    ]) func `doctor names what never may be of a correction`(sql: String, sentence: String) throws {
        try save(correction("tower"))
        try bench.plain().script(sql)
        let problems = try bench.store.problems()
        #expect(problems.contains { $0.contains(sentence) }, "\(problems)")
    }

    @Test func `a member is found by its name, and what is none is not corrected`() throws {
        #expect(try bench.store.members(of: "job").map(\.image) == [image])
        let path = bench.scratch.file("0.jpg")
        #expect(try bench.store.members(of: "job", named: path).map(\.path) == ["0.jpg"])
        #expect(try bench.store.members(of: "job", named: FilePath("0.jpg")).count == 1)
        #expect(try bench.store.members(of: "job", named: FilePath("1.jpg")) == [])
        #expect(try bench.store.features(of: "job") == [.labelDetection])
        #expect(try bench.store.features(of: "none") == nil)
        let other = Correction(image: ImageID(7), feature: .labelDetection, annotations: [], base: nil)
        #expect(try save(other) == .notAMember(ImageID(7)))
    }
}
