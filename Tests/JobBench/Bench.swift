import Backends
import Manifest
import Platform
import SQLiteStore
import Storage
import Submitting
import TestSupport
import Testing
import Working
import Domain
import Services

/// A folder with pictures, a manifest and a store of one test's own, worked on by the real parts.
package final class Bench {
    /// The fixture pictures; each has content of its own.
    package static let pictures = ["noise-37x23.png", "reddish-20x30.png", "small-9x7.png", "squares-64x48.png"]

    package let scratch: Scratch
    package var folder: FilePath { scratch.path }
    package let time = TestClock()
    package let store: SQLiteStore
    /// What the backends are; nil: what manifests name.
    package var plan: (@Sendable (Job, [String: String]) throws(BackendError) -> BackendPlan)?
    /// Environment variables.
    package var variables: [String: String] = [:]

    package init() throws {
        scratch = try Scratch()
        store = try SQLiteStore(at: scratch.file("cairn.db"), for: .work, clock: time.clock)
        for (number, name) in Bench.pictures.enumerated() { try put(name, as: "\(number).png") }
        try scratch.copy(Fixtures.models.appending("float32-metadata.tflite"), to: "model.tflite")
    }

    package func file(_ name: String) -> FilePath { folder.appending("pictures").appending(name) }

    /// Copies a fixture picture, with a mark that makes it another picture.
    package func put(_ fixture: String, as name: String, mark: [UInt8] = []) throws {
        try write(Fixtures.marked(try Fixtures.bytes(fixture), mark), as: name)
    }

    package func write(_ bytes: [UInt8], as name: String) throws {
        try scratch.write("pictures/\(name)", bytes)
    }

    package func move(_ name: String, to other: String) throws {
        try Files.rename(file(name), to: file(other))
    }

    package func remove(_ name: String) throws { try Files.remove(file(name)) }

    /// A job over the folder of pictures.
    package func job(
        _ name: String = "job", _ more: String = "", images: String = "[{folder: pictures}]",
        backend: String = "{kind: tflite, model: model.tflite}"
    ) throws -> Job {
        let text = """
            job: \(name)
            images: \(images)
            backend: \(backend)
            \(more)
            """
        return try ManifestReader.read(
            Array(text.utf8), file: folder.appending("\(name).yaml"), workingDirectory: folder)
    }

    private var environment: BackendEnvironment {
        var environment = BackendEnvironment(
            ProcessEnvironment(variables: variables, clock: time.clock), libraryPlaces: [Fixtures.library])
        if let plan { environment.makePlan = plan }
        return environment
    }

    package func submitter(
        on other: SQLiteStore? = nil, _ shutdown: ShutdownRequest = ShutdownRequest(),
        hear: @escaping SubmitObserver = { _ in }
    ) -> JobSubmitter {
        JobSubmitter(
            store: other ?? store, environment: environment, shutdown: shutdown, observer: hear)
    }

    package func worker(
        on other: SQLiteStore? = nil, _ shutdown: ShutdownRequest = ShutdownRequest(),
        hear: @escaping WorkObserver = { _ in }
    ) -> JobWorker {
        var worker = JobWorker(
            store: other ?? store, environment: environment, shutdown: shutdown, observer: hear,
            wording: { cause, _ in "\(cause)" })
        // The manifests of tests are their own, and lie in no file.
        worker.trust = StoreTrust(variables: variables, obeysStore: true)
        return worker
    }

    package func submit(_ job: Job) throws -> SubmissionResult {
        try submitter().submit(job, manifest: folder.appending("\(job.name).yaml"))
    }

    /// Submits and works to the end.
    package func run(_ job: Job) throws -> (submission: SubmissionResult, totals: RunTotals?) {
        let submission = try submit(job)
        let totals = try submission.run.map { try worker().work(on: $0) } ?? []
        return (submission, totals.first?.totals)
    }

    /// The run of a submission that has queued something.
    package func queued(_ job: Job) throws -> RunID { try #require(try submit(job).run) }

    /// The first column of a question's rows, one behind the other.
    package func ask(_ sql: String) throws -> String {
        let reader = try SQLiteStore(at: folder.appending("cairn.db"), for: .read, clock: time.clock)
        var words: [String] = []
        try reader.query(sql, parameters: [:], deadline: nil) { _ in
        } row: { cells in
            switch cells.first {
            case .integer(let number): words.append("\(number)")
            case .real(let number): words.append("\(number)")
            case .text(let bytes): words.append(String(decoding: bytes, as: UTF8.self))
            default: words.append("-")
            }
            return true
        }
        return words.joined(separator: " ")
    }
}
