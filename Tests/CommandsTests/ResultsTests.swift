import Commands
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// `cairn results reparse` on a store as workers leave it.
@Suite("The command results") struct ResultsTests {
    let scratch: Scratch
    let time = TestClock()
    let recipe = Recipe(
        backend: "vision", model: "builtin/stable", modelVersion: nil, feature: .landmarkDetection, parameters: "{}",
        preparation: "{}")
    private var path: FilePath { scratch.file("cairn.db") }

    init() throws { scratch = try Scratch() }

    /// A run in which each of these responses was kept, and one annotation read from it.
    private func answer(_ responses: [String]) throws {
        let store = try SQLiteStore(at: path, for: .work, clock: time.clock)
        let manifest = PinnedManifest(job: "job", text: [], path: FilePath("/job.yaml"))
        let submission = try store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [recipe], refresh: Refresh(), crashLimit: 3))
        let planned = try submission.decide(
            responses.indices.map {
                IdentifiedImage(path: FilePath("gs://bucket/\($0).jpg"), order: Int64($0), content: .reference)
            })
        let run = try #require(try submission.apply(SubmissionBatch(number: 1, images: planned)).run)
        _ = try submission.finish(SubmissionCompletion(counts: SubmissionCounts()))
        let session = try #require(
            try store.worker(
                WorkerRequest(
                    key: .random(), process: ProcessIdentity(host: "here", pid: 1, started: 1), run: run,
                    manifest: manifest.digest, recipes: [recipe], billing: nil, maxWait: .seconds(600))))
        var first = WorkReport(number: 1)
        first.wanted = responses.count
        var second = WorkReport(number: 2)
        second.results = try session.exchange(first).claims.enumerated().map { number, claim in
            var end = AttemptResult(claim: claim, outcome: .answered)
            end.answers = [
                Answer(recipe: recipe, annotations: [Annotation(kind: .landmark, rank: 0, description: "old")])
            ]
            end.raw = CompressedResponse(RawResponse(bytes: Array(responses[number].utf8)))
            return end
        }
        _ = try session.exchange(second)
        try session.leave()
    }

    private func cairn(_ words: String...) -> (status: Int32, output: String, error: String) {
        let recorder = Recorder()
        let status = Commands.program(on: SQLiteStores()).main(
            words + ["--store", path.description], environment: [:], console: recorder.console)
        return (status, recorder.output, recorder.error)
    }

    private let tower = """
        {"landmarkAnnotations":[{"mid":"/m/02j81","description":"Eiffel Tower","score":0.92,
        "locations":[{"latLng":{"latitude":48.858461,"longitude":2.294351}},{"latLng":{}}]}]}
        """

    @Test func `what was kept is read again, and said in numbers`() throws {
        try answer([tower, "{}"])
        let first = cairn("results", "reparse")
        #expect(first.status == 0 && first.output.isEmpty, "\(first)")
        #expect(first.error == "2 responses read again, 1 annotation in them; 2 changed\n")
        let rows = cairn(
            "query", "SELECT description, latitude, longitude, location_rank FROM landmarks", "--format", "csv")
        #expect(
            rows.output.split(whereSeparator: \.isNewline).dropFirst() == [
                "Eiffel Tower,48.858461,2.294351,0", "Eiffel Tower,0.0,0.0,1",
            ], "\(rows)")
        let again = cairn("results", "reparse", "--run", "1", "--json")
        #expect(again.status == 0 && again.error.contains("; none changed"), "\(again)")
        #expect(
            again.output.contains(
                "{\"responses\":2,\"annotations\":1,\"changed\":0,\"completed\":0,\"unreadable\":0,\"local\":0,\""
                    + "interrupted\":0}"
            ),
            "\(again)")
    }

    @Test func `a response that is none is named, and the command ends with 1`() throws {
        try answer(["<html>", tower])
        let ending = cairn("results", "reparse")
        #expect(ending.status == 1, "\(ending)")
        #expect(ending.error.contains("gs://bucket/0.jpg: ") && ending.error.contains("1 response could not be read"))
        let rows = cairn("query", "SELECT DISTINCT description FROM landmarks ORDER BY 1", "--format", "csv")
        #expect(rows.output.contains("old") && rows.output.contains("Eiffel Tower"), "\(rows)")
    }

    @Test func `without a word, a run or a store it is told what is missing`() throws {
        #expect(cairn("results").status == 2)
        #expect(cairn("results", "rebuild").error.contains("not one of reparse"))
        #expect(cairn("results", "reparse").status == 3)
        try answer([tower])
        let unknown = cairn("results", "reparse", "--run", "7")
        #expect(unknown.status == 2 && unknown.error.contains("no run 7"), "\(unknown)")
    }
}
