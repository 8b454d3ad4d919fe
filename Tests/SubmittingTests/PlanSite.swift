import JobBench
import Backends
import Crypto
import Manifest
import Planning
import Platform
import SQLiteStore
import Storage
import StoreProbe
import Submitting
import TestSupport
import Testing
import Domain

/// A store, files and a job of Vision whose manifest can be changed; no service is ever asked.
final class PlanSite {
    let bench: Bench
    var features = ["LABEL_DETECTION", "LOGO_DETECTION"]
    var effectiveMaxResults = 10
    var account = "tower-1"
    var model = "builtin/stable"
    var comment = 0
    var manifest = "main.yaml"
    private var contents = 0

    init() throws {
        bench = try Bench()
        for (number, _) in Bench.pictures.enumerated() { try bench.remove("\(number).png") }
    }

    /// Writes a file of content that was never there.
    @discardableResult
    func write(_ name: String? = nil) throws -> String {
        contents += 1
        let name = name ?? "\(contents).png"
        try bench.write(Array("picture \(contents)".utf8), as: name)
        return name
    }

    /// The job as its manifest is now, or another one that asks some features of some files.
    func job(_ name: String = "main", of files: [String]? = nil, asking: [String]? = nil) throws -> Job {
        let images = files.map { "[\($0.map { "{glob: pictures/\($0)}" }.joined(separator: ", "))]" }
        let asked = (asking ?? features).map { "{type: \($0), maxResults: \(effectiveMaxResults)}" }
        let text = """
            job: \(name)
            images: \(images ?? "[{folder: pictures}]")
            backend: {kind: vision, account: \(account), model: \(model), auth: {apiKey: env:NO_KEY}}
            features: [\(asked.joined(separator: ", "))]
            # \(comment)
            """
        return try ManifestReader.read(
            Array(text.utf8), file: file(manifest), workingDirectory: bench.folder)
    }

    func file(_ name: String) -> FilePath { bench.folder.appending(name) }

    private func looking() throws -> JobSubmitter {
        bench.submitter(
            on: try SQLiteStore(at: bench.folder.appending("cairn.db"), for: .preview, clock: bench.time.clock))
    }

    /// The plan, as it comes back from its file.
    func pin() throws -> PlanFile {
        let plan = try looking().plan(try job(), manifest: file(manifest), .images)
        return try PlanFile(reading: try #require(plan.file).json)
    }

    func changes(since plan: PlanFile) throws -> [PlanChange] {
        try looking().changes(since: plan, of: try job(), manifest: file(manifest)).changes
    }

    func submit(_ job: Job? = nil, pinned: PlanFile? = nil) throws -> SubmissionResult {
        try bench.submitter().submit(job ?? self.job(), manifest: file(manifest), pinned: pinned)
    }

    /// Ends an image's task in another job's run.
    func end(_ name: String, asking: [String]? = nil, _ outcome: AttemptOutcome) throws {
        let other = try job("other-\(contents)-\(comment)-\(name.prefix { $0 != "." })", of: [name], asking: asking)
        let run = try #require(try submit(other).run)
        let session = try bench.session(on: run)
        let claim = try #require(try session.exchange(.wanting(1)).claims.first)
        var result = AttemptResult(claim: claim, outcome: outcome)
        if case .answered = outcome {
            result.answers = try BackendPlan(other.backend, features: other.features, prepare: other.prepare)
                .recipes.map { Answer(recipe: $0, annotations: []) }
        }
        _ = try session.exchange(.reporting([result]))
    }

    func script(_ sql: String) throws { try StoreProbe(file("cairn.db")).script(sql) }
}

extension PlanFile {
    /// The image that was found by a name.
    func image(_ name: String) throws -> PinnedImage {
        try #require(images.first { $0.path?.name == FilePath(name) })
    }
}
