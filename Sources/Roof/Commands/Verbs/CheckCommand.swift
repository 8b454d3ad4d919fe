internal import Backends
internal import Manifest
internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn check JOB...`: validates manifests, all complaints at once; touches nothing.
enum CheckCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "check", "validates job manifests and touches nothing",
            details: [
                "Reads each manifest and the model it names, and writes every complaint there is as "
                    + "file:line:column: key: what was expected."
            ],
            items: [.rest(\.jobs, "JOB", "job manifests", atLeast: 1)], defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                var worst = ExitCode.done
                var refused = 0
                var rows: [[Cell]] = []
                for path in call.options.jobs {
                    do throws(Stop) {
                        let (job, _) = try place.job(at: path)
                        try examine(job, path, place)
                        place.narrator.say("\(path): job \(job.name) is valid")
                        for notice in signInNotices(for: job.backend) { place.narrator.say("\(path): \(notice)") }
                    } catch {
                        refused += 1
                        worst = worst == .badInput ? worst : error.message.code
                        rows += cells(of: error.message, about: path)
                        if !call.common.json { place.narrator.complain(error.message) }
                    }
                }
                if call.common.json, worst != .done {
                    place.narrator.warn(
                        "cairn: \(Figures.count(Int64(refused), "manifest")) cannot be used; see the rows")
                }
                if call.common.json { place.write(["file", "line", "column", "key", "message", "suggestion"], rows) }
                return worst
            }
        }
    }

    /// A row for each complaint; what has no place in the file is about the file as a whole.
    private static func cells(of message: Message, about path: FilePath) -> [[Cell]] {
        guard !message.complaints.isEmpty else {
            return [[.text(path.bytes), .null, .null, .null, .text(message.sentence), .null]]
        }
        return message.complaints.map { complaint in
            [
                .text(complaint.file.bytes), Cell(complaint.line), Cell(complaint.column), .text(complaint.keyPath),
                .text(complaint.message), Cell(complaint.suggestion),
            ]
        }
    }

    /// Looks at what the manifest names; a backend that this version does not have is said, and is no fault of the job.
    private static func examine(_ job: Job, _ path: FilePath, _ place: Workplace) throws(Stop) {
        if let part = Unbuilt.part(of: job) {
            return place.narrator.say("\(path): this version of Cairn cannot do \(part) yet")
        }
        do throws(BackendError) {
            _ = try BackendPlan(job.backend, features: job.features, prepare: job.prepare)
        } catch {
            if case .notBuilt = error { return place.narrator.say("\(path): \(error.description)") }
            throw Stop(Message("\(path): \(error.description)", Message(error).code))
        }
    }
}
