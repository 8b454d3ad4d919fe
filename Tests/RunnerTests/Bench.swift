import Crypto
import FoundationEssentials
import Glibc
import Manifest
import Platform
import Runner
import Storage
import Synchronization
import Vocabulary

/// A folder with pictures, a manifest and a store of one test's own, worked on by the real parts.
final class Bench {
    static let root = FilePath("\(#filePath)").directory.directory.directory
    static let models = root.appending("Tests/Fixtures/Models")
    /// The fixture pictures; each has content of its own.
    static let pictures = ["noise-37x23.png", "reddish-20x30.png", "small-9x7.png", "squares-64x48.png"]

    let folder: FilePath
    let time = TestClock()
    let store: Store

    init() throws {
        let base = FilePath(FileManager.default.temporaryDirectory.path()).appending("cairn-test-XXXXXX")
        var template = Array(base.description.utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("create", "a temporary folder") }
        folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
        store = try Store(at: folder.appending("cairn.db"), for: .work, clock: time.clock)
        try FileManager.default.createDirectory(
            atPath: folder.appending("pictures").description, withIntermediateDirectories: true)
        for (number, name) in Bench.pictures.enumerated() { try put(name, as: "\(number).png") }
        try Data(contentsOf: URL(filePath: Bench.models.appending("float32-metadata.tflite").description))
            .write(to: URL(filePath: folder.appending("model.tflite").description))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.description) }

    func file(_ name: String) -> FilePath { folder.appending("pictures").appending(name) }

    /// Copies a fixture picture, with some bytes behind its end so that its content is its own.
    func put(_ fixture: String, as name: String, tail: [UInt8] = []) throws {
        let bytes = try Data(contentsOf: URL(filePath: Bench.models.appending(fixture).description))
        try write(Array(bytes) + tail, as: name)
    }

    func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name).description))
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: file(name).description, toPath: file(other).description)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name).description) }

    /// A job over the folder of pictures.
    func job(_ name: String = "job", _ more: String = "") throws -> Job {
        let text = """
            job: \(name)
            images: [{folder: pictures}]
            backend: {kind: tflite, model: model.tflite}
            \(more)
            """
        return try ManifestReader.read(
            Array(text.utf8), file: folder.appending("\(name).yaml"), workingDirectory: folder)
    }

    func runner(
        on other: Store? = nil, _ interruption: Interruption = Interruption(), hear: @escaping Observer = { _ in }
    ) -> JobRunner {
        JobRunner(
            store: other ?? store, libraryPlaces: [Bench.root.appending(".deps/litert/libLiteRt.so")],
            interruption: interruption, observer: hear)
    }

    func submit(_ job: Job) throws -> Submission {
        try runner().submit(job, manifest: folder.appending("\(job.name).yaml"))
    }

    /// Submits and works to the end.
    func run(_ job: Job) throws -> (submission: Submission, totals: RunTotals?) {
        let submission = try submit(job)
        let totals = try runner().work(on: submission.run)
        return (submission, totals.first)
    }

    /// The first column of a question's rows, one behind the other.
    func ask(_ sql: String) throws -> String {
        let reader = try Store(at: folder.appending("cairn.db"), for: .read, clock: time.clock)
        var words: [String] = []
        try reader.query(sql, parameters: [:], limit: nil) { _ in
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

/// A clock that stands still until it is told to go on.
final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_800_000_000_000)

    var clock: Clock { Clock { Timestamp(milliseconds: self.milliseconds.load(ordering: .relaxed)) } }

    func advance(_ span: TimeSpan) { milliseconds.add(span.milliseconds, ordering: .relaxed) }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
