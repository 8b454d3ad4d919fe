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

    static let command = Command(
        "check", "validates job manifests and touches nothing",
        details: [
            "Reads each manifest and the model it names, and writes every complaint there is as "
                + "file:line:column: key: what was expected."
        ],
        items: [.rest(\.jobs, "JOB", "job manifests", atLeast: 1)], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            var worst = ExitCode.done
            var complaints: [[Cell]] = []
            for path in call.options.jobs {
                do throws(Stop) {
                    let (job, _) = try place.job(at: path)
                    try examine(job, path, place)
                    place.narrator.say("\(path): job \(job.name) is valid")
                } catch {
                    worst = worst == .badInput ? worst : error.complaint.code
                    for line in error.complaint.sentence.split(separator: "\n") {
                        complaints.append([.text(path.bytes), .text(String(line))])
                        if !call.common.json { place.narrator.complain(String(line)) }
                    }
                }
            }
            if call.common.json { place.write(["file", "complaint"], complaints) }
            return worst
        }
    }

    /// Looks at what the manifest names; a backend that this version does not have is said, and is no fault of the job.
    private static func examine(_ job: Job, _ path: FilePath, _ place: Workplace) throws(Stop) {
        if let part = Unbuilt.part(of: job) {
            return place.narrator.say("\(path): this version of Cairn cannot do \(part) yet")
        }
        do throws(BackendError) {
            _ = try BackendPlan(job.backend, features: job.features)
        } catch {
            if case .notBuilt = error { return place.narrator.say("\(path): \(error.description)") }
            throw Stop(Complaint("\(path): \(error.description)", Complaint(error).code))
        }
    }
}
