import Glibc
import Platform
import TestSupport
import Testing

@Suite("The budget of a Vision job", .inTurn) struct VisionBudgetTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a budget for the Vision API is spent to the last unit that has room, and the rest waits`() async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let two = ["LABEL_DETECTION", "LANDMARK_DETECTION"]
        for (budget, features, images, words) in [
            ("run: {units: 5}", ["LABEL_DETECTION"], 5, "5 of 5 units"),
            // What one image is asked for is asked at once, or not.
            ("run: {units: 5}", two, 2, "4 of 5 units"),
            ("day: {usd: 0.0045}", ["LABEL_DETECTION"], 3, "up to $0.0045 of $0.0045"),
            ("month: {units: 0}", ["LABEL_DETECTION"], 0, "0 of 0 units"),
        ] {
            let site = try VisionSite(peer, marks: 1..<13, clock: try await SetClock(in: scratch))
            let job = try site.writeJob(features: features, more: ["budget: {\(budget)}"])
            let ending = try await site.cairn("run", job, exits: 5, note: "\(budget)")
            #expect(ending.error.contains(words) && ending.error.contains("\(12 - images) images left"), "\(ending)")
            #expect(ending.error.contains("budget.\(budget.prefix { $0 != ":" })"), "\(ending)")
            #expect(try site.scratch.book.number("SELECT count(*) FROM task WHERE state = 'done'") == images)
            #expect(try site.scratch.book.number("SELECT count(*) FROM task WHERE state = 'queued'") == 12 - images)
            #expect(try site.units().count == images * features.count)
            try await site.cairn("work", exits: 5)
            #expect(try site.units().count == images * features.count)
            try await site.audit("\(budget)")
        }
    }

    @Test func `a budget for the Vision API that a submission raises is that of the run which waits`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<7)
        try await site.cairn("run", try site.writeJob(more: ["budget: {run: {units: 2}}"]), exits: 5)
        #expect(try site.units().count == 2)
        try await site.cairn("submit", try site.writeJob(more: ["budget: {run: {units: 4}}"]), exits: 0)
        try await site.cairn("work", exits: 5)
        #expect(try site.units().count == 4)
        try await site.cairn("run", try site.writeJob(more: []), exits: 0)
        #expect(try site.units().count == 6)
        #expect(try site.scratch.book.rows("SELECT run_id, state, done FROM runs") == [["1", "finished", "6"]])
    }

    @Test func `a budget for the Vision API of an account holds for all its jobs together, in however many processes`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41, clock: try await SetClock(in: scratch))
        try await site.cairn("quota", "set", "--new-account", "--account", "tower-1", "--day-units", "50", exits: 0)
        let jobs = try ["LABEL_DETECTION", "LANDMARK_DETECTION"].map {
            try site.writeJob($0.prefix { $0 != "_" }.lowercased(), features: [$0], more: ["pace: {inFlight: 2}"])
        }
        let running = try jobs.map { try site.start("run", $0) }
        for one in running {
            let ending = await one.end()
            #expect(ending.status == 5 || ending.status == 0, "\(ending)")
            if ending.status == 5 { #expect(ending.error.contains("50 of 50 units"), "\(ending)") }
        }
        #expect(try site.units().count == 50)
        #expect(try site.books() == "50 settled, 0 uncertain")
        let shown = try await site.cairn("quota", exits: 0)
        #expect(shown.output.contains("     50         50  $0.08"), "\(shown)")
        try await site.cairn("quota", "set", "--account", "tower-1", "--day-units", "80", exits: 0)
        try await site.cairn("work", exits: 0)
        #expect(try site.units().count == 80)
        try await site.audit()
    }

    @Test func `a budget for the Vision API in money keeps what has no price from being sent`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<2)
        let set = "{productSet: projects/p/locations/l/productSets/s, productCategories: [apparel-v2]}"
        let job = try site.writeJob(features: ["{type: PRODUCT_SEARCH, productSearch: \(set)}"])
        try await site.cairn("submit", job, exits: 0)
        try await site.cairn("quota", "set", "--account", "tower-1", "--month-usd", "5", exits: 0)
        let ending = try await site.cairn("work", exits: 2)
        #expect(ending.error.contains("what PRODUCT_SEARCH costs is not known here"), "\(ending)")
        #expect(try site.units().isEmpty)
    }

    @Test(arguments: [40, 50, 200])
    func `a budget for the Vision API counts what was sent before a kill -9, and is not passed after it`(cap: Int)
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob(more: ["budget: {run: {units: \(cap)}}", "pace: {inFlight: 2}"])
        // The first request is answered; two more are billed, and their answers never arrive.
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 2}"#)
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 2) }
        try await running.waits(then: SIGKILL) { try site.scratch.answers() == 16 }
        let killed = await running.end()
        #expect(killed.signal == SIGKILL, "\(killed)")
        #expect(try site.units().count == 40)
        try peer.misbehave("[]")
        try peer.release()

        let rest = min(24, cap - 40)
        let ending = try await site.cairn("work", exits: rest < 24 ? 5 : 0)
        #expect(try site.books() == "\(16 + rest) settled, 24 uncertain", "\(ending)")
        #expect(try site.tasks() == (rest < 24 ? "done \(16 + rest), queued \(24 - rest)" : "done 40"), "\(ending)")
        #expect(try site.units().count == 40 + rest)
        #expect(try site.units().count <= cap)
        #expect(try site.scratch.book.number("SELECT count(*) FROM attempts WHERE outcome = 'died'") == 24)
        try await site.audit()

        let doctor = try await site.cairn("doctor", exits: 0)
        #expect(doctor.output.contains("24 of account tower-1 in ") && doctor.output.contains("may have billed them"))
        #expect(doctor.output.contains(" --feature LABEL_DETECTION --billed` or `--not-billed`"), "\(doctor)")

        // People say what the vendor's bill says; what is closed as not billed is room again.
        try await site.cairn("quota", "settle", "--billed", exits: 0)
        #expect(try site.books() == "\(40 + rest) settled, 0 uncertain")
        try await site.audit()
    }
}
