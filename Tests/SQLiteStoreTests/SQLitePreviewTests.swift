import Crypto
import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// Looks at what a submission would decide, on a real file.
@Suite struct SQLitePreviewTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A store as `cairn plan` opens it.
    private func looking(_ name: String = "cairn.db") throws -> SQLiteStore {
        try SQLiteStore(at: bench.scratch.file(name), for: .preview, clock: bench.time.clock)
    }

    private func recipe(_ number: Int, _ feature: FeatureType = .labelDetection, model: String = "m@1") -> Recipe {
        Recipe(
            backend: "tflite", model: model, feature: feature, parameters: "{\"recipe\":\(number)}", preparation: "{}")
    }

    private func request(_ recipes: [Recipe], refresh: Refresh = Refresh()) -> SubmissionRequest {
        SubmissionRequest(
            key: .random(), manifest: bench.manifest, recipes: recipes, refresh: refresh, crashLimit: 3)
    }

    /// What a session decides about files that it looks at for the first time.
    private func decide(_ session: any SubmissionPreview, _ files: [IdentifiedImage]) throws -> [AskedImage?] {
        try session.requests(try session.decide(files))
    }

    @Test func `a look leaves the file and its log as they are, also with recipes that nobody has asked`() throws {
        try bench.submit([0, 1])
        let before = try bench.bytes()
        let store = try looking()
        let session = try store.preview(request([recipe(7), recipe(8, .landmarkDetection)]))
        let diff = try session.diff(bench.listing([0, 2]), at: 0)
        #expect(diff.unread == [1] && diff.images.count == 1)
        let requests = try session.requests(diff.images + session.decide([bench.file(2), bench.file(3)]))
        #expect(requests.map { $0?.missingRecipes } == [[0, 1], [0, 1], [0, 1]])
        #expect(requests.map { $0?.key } == [0, 2, 3].map { bench.identity($0).key })
        #expect(requests[0]?.path == bench.pictures.appending("0.jpg"))
        #expect(try session.unseenImages(after: nil, limit: 9).map(\.image) == [ImageID(2)])
        #expect(try session.unseenNames(below: [SourcePath(bench.pictures)], after: nil, limit: 9).count == 1)
        let decisions = try session.decisions(of: [0, 1, 9].map { bench.identity($0).key })
        #expect(decisions == [.queue(.new, minGenerations: [:]), nil, nil])
        #expect(session.run == nil)
        try store.snapshot { reports throws(StoreError) in
            _ = (try reports.prices(), try reports.use(of: "a", month: "2026-11"), try reports.recipes())
            _ = try reports.caps(job: "job", joining: RunID(1), on: Billing(account: "a", budget: Budget()))
        }
        #expect(try bench.bytes() == before)
        #expect(try bench.number("SELECT count(*) FROM recipe") == 1)
    }

    @Test func `a store that is not there counts as empty and is not made`() throws {
        let session = try looking("none.db").preview(request([recipe(1)]))
        #expect(try session.diff(bench.listing([0]), at: 0).unread == [0])
        #expect(try decide(session, [bench.file(0)]).map { $0?.reason } == [.new])
        #expect((try? FileStatus(of: bench.scratch.file("none.db"))) == nil)
    }

    @Test func `the further names of content that is to be asked about are under way`() throws {
        try bench.submit([0], bench.request(job: "other"))
        let session = try looking().preview(request([bench.recipe]))
        let first = try session.diff(bench.listing([0]), at: 0)
        #expect(first.images.map(\.decision) == [.queue(.new, minGenerations: [:])])
        let copies = try session.decide([bench.file(5, content: 0), bench.file(6), bench.file(7, content: 6)])
        #expect(copies.map(\.decision) == [.alreadyQueued, .queue(.new, minGenerations: [:]), .alreadyQueued])
        #expect(copies.map(\.isCopy) == [true, false, true])
        #expect(try session.decide([bench.file(8, content: 6)]).map(\.decision) == [.alreadyQueued])
    }

    @Test func `answered content is counted once, whatever its names are`() throws {
        let run = try #require(try bench.submit([0, 1]).run)
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        let second = try bench.begin()
        _ = try second.apply(SubmissionBatch(number: 1, images: try second.decide([bench.file(4, content: 0)])))
        let session = try looking().preview(request([bench.recipe]))
        let diff = try session.diff(bench.listing([0, 1, 4]), at: 0)
        #expect(diff.answered == 3 && diff.copies == 1)
        let copy = try session.decide([bench.file(9, content: 1)])
        #expect(copy.map(\.decision) == [.answered] && copy.map(\.isCopy) == [true])
    }

    @Test func `reasons name what was before by its digest`() throws {
        let run = try #require(try bench.submit([0, 1]).run)
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
        let changed = try looking().preview(request([recipe(2)]))
        let known = try changed.requests(changed.diff(bench.listing([0]), at: 0).images)
        #expect(known.map { $0?.origin } == [bench.recipe.digest])
        #expect(known.first??.reason.word == "parameters_changed")
        let replaced = try decide(changed, [bench.file(1, content: 5, stamp: 2)])
        #expect(replaced.map { $0?.origin } == [bench.identity(1).key.digest])
        let other = try looking().preview(request([recipe(1, model: "m@2")]))
        #expect(try other.requests(other.diff(bench.listing([0]), at: 0).images).first??.reason.word == "model_changed")
        let added = try looking().preview(request([bench.recipe, recipe(1, .landmarkDetection)]))
        let more = try added.requests(added.diff(bench.listing([0]), at: 0).images)
        #expect(more.first??.reason == .featureAdded && more.first??.missingRecipes == [1])
        bench.time.advance(.seconds(60))
        var refresh = Refresh()
        refresh.olderThan = .seconds(30)
        let old = try looking().preview(request([bench.recipe], refresh: refresh))
        #expect(try old.requests(old.diff(bench.listing([0]), at: 0).images).first??.reason == .tooOld)
    }

    @Test func `a name that holds other content leaves its old content without a name`() throws {
        try bench.submit([0, 1])
        let session = try looking().preview(request([bench.recipe]))
        _ = try session.diff(
            Listing(folder: bench.pictures, files: [bench.listed(0), bench.listed(1, stamp: 2)], isWhole: true), at: 0)
        _ = try session.decide([bench.file(1, content: 9, stamp: 2)])
        let unseen = try session.unseenImages(after: nil, limit: 9)
        #expect(unseen.map(\.image) == [ImageID(2)] && unseen.first?.names.isEmpty == true)
    }

    @Test func `failures that cover what is missing are told of recipes in any set`() throws {
        let request = SubmissionRequest(
            key: .random(), manifest: bench.manifest, recipes: [recipe(1), recipe(2, .landmarkDetection)],
            refresh: Refresh(), crashLimit: 3)
        let run = try #require(try bench.submit([0, 1], request).run)
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        let failure = Failure(stage: .annotate, kind: .refused, message: "refused")
        _ = try bench.record(claims.map { AttemptResult(claim: $0, outcome: .failed(failure)) }, in: run)
        // A set that nobody has written down, of recipes that were asked.
        let fewer = try looking().preview(self.request([recipe(1)]))
        let decisions = try fewer.diff(bench.listing([0]), at: 0).images.map(\.decision)
        #expect(decisions == [.skipFailed])
        let more = try looking().preview(self.request([recipe(1), recipe(3, .logoDetection)]))
        #expect(try more.diff(bench.listing([0]), at: 0).images.map(\.decision) == [.queue(.new, minGenerations: [:])])
    }

    @Test(arguments: 0..<40)
    func `a look tells the tasks that a submission then queues`(seed: UInt64) throws {
        var random = Seeded(seed)
        for round in 0..<6 {
            let recipes =
                [recipe(Int.random(in: 1...2, using: &random))]
                + (Bool.random(using: &random) ? [recipe(1, .landmarkDetection)] : [])
            var refresh = Refresh()
            refresh.failed = Bool.random(using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 { refresh.olderThan = .seconds(90) }
            let request = request(recipes, refresh: refresh)
            let files = (0..<6).filter { _ in Bool.random(using: &random) }.map { number in
                (number, Int.random(in: 0..<9, using: &random), Int64.random(in: 1...2, using: &random))
            }
            let listing = Listing(
                folder: bench.pictures, files: files.map { bench.listed($0.0, stamp: $0.2) }, isWhole: true)
            func decisions(_ session: any SubmissionPreview) throws -> [PlannedImage] {
                let diff = try session.diff(listing, at: 0)
                let read = diff.unread.map { place in
                    let (number, content, stamp) = files[place]
                    return bench.file(number, content: content, stamp: stamp)
                }
                return diff.images + (try session.decide(read))
            }
            let before = try bench.bytes()
            let look = try looking().preview(request)
            let planned = try look.requests(try decisions(look)).compactMap(\.self)
            #expect(try bench.bytes() == before)
            let session = try bench.begin(request)
            let progress = try session.apply(
                SubmissionBatch(number: 1, images: try decisions(session)))
            _ = try session.finish(SubmissionCompletion(counts: SubmissionCounts()))
            #expect(progress.queued == planned.count, "seed \(seed), round \(round)")
            let reasons = try bench.rows(
                """
                SELECT reason FROM task JOIN submission ON submission_id = (SELECT max(submission_id) FROM submission)
                WHERE task.run_id = \(progress.run?.value ?? 0) AND state = 'queued'
                    AND queued_at >= submission.started_at ORDER BY 1
                """)
            #expect(planned.map(\.reason.word).sorted() == reasons, "seed \(seed), round \(round)")
            bench.time.advance(.seconds(60))
            guard let run = progress.run else { continue }
            for claim in try bench.claim(3, of: run, by: try bench.enter(pid: Int32(round + 1))) {
                var result = bench.failed(claim)
                if Bool.random(using: &random) {
                    result = AttemptResult(claim: claim, outcome: .answered)
                    result.answers = try recipes.filter { recipe in
                        try bench.store.recipes.knownNumber(of: recipe).map { claim.asked.contains(RecipeID($0)) }
                            ?? false
                    }.map { Answer(recipe: $0, annotations: []) }
                }
                _ = try bench.record([result], in: run)
            }
            bench.time.advance(.seconds(60))
        }
        #expect(try bench.store.problems() == [])
    }
}
