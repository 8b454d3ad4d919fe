import Platform
import TestSupport
import Testing

@Suite("A night of a job with a hosted model", .inTurn) struct HostedNightTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    @Test func `a model that changes between two nights annotates again, and the first answers stay in history`()
        async throws
    {
        let job = try place.writeJob()
        let first = try await place.cairn("nightly", job, exits: 0)
        #expect(first.output.isEmpty && first.errorBytes.isEmpty, "\(first)")
        place.site.publish(place.versions[1])
        let second = try await place.cairn("nightly", "-v", job, exits: 0)
        #expect(second.output.contains("3 of another model"), "\(second)")
        let book = place.scratch.book
        #expect(try book.number("SELECT count(*) FROM answer") == 6)
        #expect(try place.answeringModels() == 2)
        #expect(try book.number("SELECT count(DISTINCT recipe_id) FROM labels") == 1)
        #expect(try book.number("SELECT count(DISTINCT recipe_id) FROM labels_history") == 2)
        let names = try book.column("SELECT model FROM recipes ORDER BY recipe_id")
        #expect(names.allSatisfy { $0.hasPrefix("\(place.site.address)@") } && Set(names).count == 2, "\(names)")
        let third = try await place.cairn("nightly", "-v", job, exits: 0)
        #expect(third.output.contains("nothing to do"), "\(third)")
    }

    @Test(arguments: [ModelFault.missing, .gone])
    func `a night whose service is gone for good is not lost, and says which model answered`(fault: ModelFault)
        async throws
    {
        let job = try place.writeJob()
        try await place.cairn("nightly", job, exits: 0)
        place.site.fault(fault)
        try place.scratch.writePictures(1, in: "pictures/new", seed: 42)
        let told = try await place.cairn("nightly", job, exits: 0)
        #expect(told.output.contains("1 done") && told.output.contains("model   "), "\(told)")
        let words = told.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("from the cache: \(place.site.address) does not exist"), "\(told)")
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 4)
        #expect(try place.answeringModels() == 1)
        let json = try await place.cairn("nightly", "--json", job, exits: 0)
        #expect(json.output.contains(#""reason":"model""#), "\(json)")
    }

    @Test func `a bundled model answers in place of one that was never there, and gives way to it later`()
        async throws
    {
        let bundled = Fixtures.models.appending("float32-metadata.tflite")
        place.site.publish(place.versions[1])
        place.site.fault(.missing)
        let job = try place.writeJob(bundled: bundled)
        let told = try await place.cairn("nightly", job, exits: 0)
        let words = told.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("model the bundled model in place of \(place.site.address):"), "\(told)")
        place.site.mend()
        let next = try await place.cairn("nightly", "-v", job, exits: 0)
        #expect(next.output.contains("3 of another model"), "\(next)")
        #expect(try place.answeringModels() == 2)
    }

    @Test func `a model that changes while a thousand tasks are queued is taken by the next night alone`()
        async throws
    {
        try place.scratch.writePictures(1000, in: "pictures/many", seed: 43)
        let job = try place.writeJob()
        try await place.cairn("submit", job, exits: 0)
        place.site.publish(place.versions[1])
        try await place.cairn("work", "--for", "1ms", exits: 5)
        let before = place.site.server.connections
        try await place.cairn("work", exits: 0)
        #expect(place.site.server.connections == before)
        #expect(try place.answeringModels() == 1)
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 1003)
        let night = try await place.cairn("nightly", "-v", job, exits: 0)
        #expect(night.output.contains("1,003 of another model"), "\(night)")
        let runs = try place.scratch.book.rows(
            "SELECT run_id, count(DISTINCT recipe_id), count(*) FROM answer GROUP BY run_id")
        #expect(runs == [["1", "1", "1003"], ["2", "1", "1003"]], "\(runs)")
    }

    @Test func `the newer version is fetched beside the work where the manifest says so`() async throws {
        let job = try place.writeJob("job", ["url: \(place.site.address)", "when: background"])
        try await place.cairn("nightly", job, exits: 0)
        place.site.publish(place.versions[1])
        try place.scratch.writePictures(1, in: "pictures/new", seed: 44)
        try await place.cairn("nightly", job, exits: 0)
        #expect(try place.answeringModels() == 1)
        #expect(place.site.downloads == 2)
        try await place.cairn("nightly", job, exits: 0)
        #expect(try place.answeringModels() == 2)
    }
}
