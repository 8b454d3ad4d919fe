import JobBench
import Crypto
import Planning
import Platform
import SQLiteStore
import Storage
import StoreProbe
import TestSupport
import Testing
import Domain

@testable import Submitting

/// Plans that are pinned, between which and their use the world moves.
@Suite struct PinnedPlanTests {
    /// One thing that happens between a plan and its use.
    enum Mutation: CaseIterable {
        case nothing, renamed, copied, touched, otherJob
        case added, edited, removed, queued, answered, answeredInPart, failed, reason
        case comment, moved, parameters, feature, model, account, price
    }

    /// What a mutation must be named as; nil: nothing is refused.
    typealias Name = (PlanChange) -> Bool

    @Test(arguments: 0..<20)
    func `each thing that moves is refused by its name, and nothing is refused without one`(seed: UInt64) throws {
        var random = Seeded(seed)
        let site = try PlanSite()
        for step in 0..<25 {
            let mutation = Mutation.allCases.randomElement(using: &random) ?? .nothing
            if mutation == .reason {
                try site.write("reason.png")
                _ = try site.submit()
                try site.write("reason.png")
            }
            let files = try (0..<3).map { _ in try site.write() }
            let plan = try site.pin()
            #expect(try site.changes(since: plan) == [], "seed \(seed), step \(step): before \(mutation)")
            let names = try move(mutation, site, plan, files)
            let changes = try site.changes(since: plan)
            let place = "seed \(seed), step \(step): \(mutation)"
            for name in names { #expect(changes.contains(where: name), "\(place): \(changes)") }
            #expect(names.isEmpty == changes.isEmpty, "\(place): \(changes)")
            guard names.isEmpty else { continue }
            // A file that appears after the comparison is not queued.
            let late = try site.write()
            let submission = try site.submit(pinned: plan)
            #expect(submission.queued == plan.images.count, "\(place)")
            #expect(try site.pin().images.map(\.path?.name) == [FilePath(late)], "\(place)")
        }
        #expect(try site.bench.store.problems() == [])
    }

    private func move(_ mutation: Mutation, _ site: PlanSite, _ plan: PlanFile, _ files: [String]) throws -> [Name] {
        let first = try plan.image(files[0])
        func dropped(_ state: ImageState, _ image: PinnedImage? = nil) -> Name {
            { $0 == .imageDropped(image ?? first, state) }
        }
        let added: Name = { if case .imageAdded = $0 { true } else { false } }
        site.comment += mutation == .comment ? 1 : 0
        switch mutation {
        case .nothing: return []
        case .renamed:
            try site.bench.move(files[0], to: "z\(files[0])")
            return []
        case .copied:
            try site.bench.write(try Files.read(site.bench.file(files[0])), as: "y\(files[0])")
            return []
        case .touched:
            try site.bench.write(try Files.read(site.bench.file(files[0])), as: files[0])
            return []
        case .otherJob:
            _ = try site.submit(try site.job("other", of: [files[0]], asking: ["FACE_DETECTION"]))
            return []
        case .added:
            let name = try site.write()
            return [{ if case .imageAdded(let image) = $0 { image.path?.name == FilePath(name) } else { false } }]
        case .edited:
            try site.write(files[0])
            return [dropped(.gone), added]
        case .removed:
            try site.bench.remove(files[0])
            return [dropped(.gone)]
        case .queued:
            _ = try site.submit()
            return plan.images.map { dropped(.queued, $0) }
        case .answered:
            try site.end(files[0], .answered)
            return [dropped(.answered)]
        case .answeredInPart:
            let recipes = plan.recipes.map(\.recipe)
            guard recipes.count > 1 else { return [] }
            try site.end(files[0], asking: [recipes[1].feature.rawValue], .answered)
            let left = recipes.indices.filter { $0 != 1 }.map { recipes[$0] }
            return [{ $0 == .imageRecipes(first, from: recipes, to: left) }]
        case .failed:
            try site.end(files[0], .failed(Failure(stage: .decode, kind: .damaged, message: "cut short")))
            return [dropped(.failed)]
        case .reason:
            let image = try plan.image("reason.png")
            #expect(image.reason.kind == .bytesChanged)
            try site.bench.move("reason.png", to: "unreason\(files[0])")
            return [{ $0 == .imageReason(image, to: .new) }]
        case .comment: return [{ if case .manifest = $0 { true } else { false } }]
        case .moved:
            site.manifest = site.manifest == "main.yaml" ? "moved.yaml" : "main.yaml"
            return [{ if case .manifestPath = $0 { true } else { false } }]
        case .parameters:
            site.effectiveMaxResults += 1
            return [
                { if case .recipe = $0 { $0.description.contains("maxResults") } else { false } },
                { if case .manifest = $0 { true } else { false } },
            ]
        case .feature:
            let isMore = site.features.count < 3
            if isMore { site.features.append("FACE_DETECTION") } else { site.features.removeLast() }
            return [
                { changes in
                    switch changes {
                    case .recipeAdded(let recipe): isMore && recipe.feature.rawValue == "FACE_DETECTION"
                    case .recipeGone(let recipe): !isMore && recipe.feature.rawValue == "FACE_DETECTION"
                    default: false
                    }
                }
            ]
        case .model:
            site.model = site.model == "builtin/stable" ? "builtin/latest" : "builtin/stable"
            return [{ if case .model(_?, let now?) = $0 { now.model == site.model } else { false } }]
        case .account:
            site.account = site.account == "tower-1" ? "tower-2" : "tower-1"
            return [{ if case .account(_, let now) = $0 { now == site.account } else { false } }]
        case .price:
            try site.script("UPDATE price SET first = first + 1 WHERE feature = 'LABEL_DETECTION'")
            return [{ if case .price(_?, let now?) = $0 { now.feature == .labelDetection } else { false } }]
        }
    }

    @Test func `a failure that is to be tried again is another reason`() throws {
        let bench = try Bench()
        let job = try bench.job("job", "refresh: {failed: true}")
        let manifest = bench.folder.appending("job.yaml")
        try bench.write(Array("no picture".utf8), as: "9.png")
        let plan = try #require(try bench.submitter().plan(job, manifest: manifest, .images).file)
        #expect(plan.account == nil && plan.images.count == 5)
        _ = try bench.run(job)
        let changes = try bench.submitter().changes(since: plan, of: job, manifest: manifest).changes
        let isRetried = changes.contains { change in
            if case .imageReason(_, let reason) = change { reason.kind == .failedBefore } else { false }
        }
        #expect(isRetried, "\(changes)")
        #expect(changes.count == 5)
    }

    @Test func `a model that changes after the comparison stops the submission`() throws {
        let site = try PlanSite()
        try site.write()
        let plan = try site.pin()
        site.effectiveMaxResults = 3
        #expect(throws: CommandFailure.self) { try site.submit(pinned: plan) }
        #expect(try StoreProbe(site.file("cairn.db")).number("SELECT count(*) FROM submission") == 0)
    }
}
