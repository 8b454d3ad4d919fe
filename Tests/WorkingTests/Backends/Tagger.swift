@testable import Backends
import Platform
import TestSupport
import Domain

/// The only question that the backends of these tests answer.
let tagRecipe = Recipe(
    backend: "command", model: "tagger", feature: .labelDetection, parameters: "{}", preparation: "{}")

/// An answer with some tags.
func tagAnswer(_ tags: [String]) -> Answer {
    Answer(
        recipe: tagRecipe,
        annotations: tags.enumerated().map { rank, tag in
            Annotation(kind: .label, rank: rank, description: tag, score: 0.5)
        })
}

/// A local backend that takes four pictures at a time and tags each with its size; it refuses pictures 9 pixels wide.
struct Tagger: LocalPlan, LocalBackend {
    /// What it was given.
    final class Calls: Sendable {
        /// The number of pictures of each call.
        let counts = Monitor<[Int]>([])
        /// The files of all pictures.
        let files = Monitor<[File]>([])
    }

    /// A file as it was during the call.
    struct File: Sendable {
        let path: FilePath
        let bytes: [UInt8]
        let mode: UInt32
    }

    let recipes = [tagRecipe]
    let model = FilePath("tagger")
    let batch = 4
    var input = LocalInput.samples(SampleRequest(size: Size(width: 8, height: 8), channels: 3, fit: .stretch))
    /// Whether it cannot be started.
    var isBroken = false
    let calls = Calls()

    func open(in environment: BackendEnvironment) -> any LocalBackend { self }

    func makeSlot() throws(BackendError) -> any LocalSlot {
        if isBroken { throw .setting(key: "backend.run", reason: "tagger is not installed") }
        return Slot(calls: calls)
    }

    private final class Slot: LocalSlot {
        private let calls: Calls

        init(calls: Calls) { self.calls = calls }

        func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, LocalProblem>] {
            let count = images.count
            calls.counts.with { $0.append(count) }
            var results: [Result<LocalAnswer, LocalProblem>] = []
            for slot in images.indices {
                if let path = images[slot].file {
                    let mode = Files.mode(path).map { $0 & 0o777 } ?? 0
                    let file = File(path: path, bytes: (try? Files.read(path)) ?? [], mode: mode)
                    calls.files.with { $0.append(file) }
                }
                let size = images[slot].placement.original
                if size.width == 9 {
                    results.append(.failure(.failure(Failure(stage: .annotate, kind: .model, message: "too narrow"))))
                } else {
                    let raw = RawResponse(bytes: Array("\(size)".utf8))
                    results.append(
                        .success(LocalAnswer(answers: [tagAnswer(["\(size.width)x\(size.height)"])], raw: raw)))
                }
            }
            return results
        }
    }
}
