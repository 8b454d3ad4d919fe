internal import Backends
internal import Platform
internal import Storage
internal import Domain
internal import Services

extension CommandContext {
    /// Refuses, before anything is done, to write over the store, over a file that a job names, or over anything but an
    /// earlier output of the same kind.
    func checkOutputs(_ outputs: [OutputFile?], of jobs: [JobFile] = []) throws(CommandFailure) {
        let outputs = outputs.compactMap(\.self)
        for (index, output) in outputs.enumerated() {
            if let other = outputs[..<index].first(where: { $0.isSame(as: output.path) }) {
                throw CommandFailure(
                    "\(other.option) and \(output.option) name one file, \(output.path); "
                        + "nothing was done: name another file, such as \(output.proposal)", .badInput)
            }
            let used = inputs(of: jobs).first { output.isSame(as: $0.file) }
            guard let problem = used?.role ?? output.contentProblem else { continue }
            throw CommandFailure(
                "\(output.option): \(output.path) \(problem); nothing was done: name another file, such as "
                    + output.proposal, .badInput)
        }
    }

    /// The files that a command reads or keeps, each with what it is: the end of a sentence.
    private func inputs(of jobs: [JobFile]) -> [(file: FilePath, role: String)] {
        let store = stores.files(of: common.store).enumerated().map { index, file in
            (file, index == 0 ? "is the store itself" : "belongs to the store \(common.store)")
        }
        let environment = backendEnvironment()
        return store
            + jobs.flatMap { job in
                let named = job.job.files + secretFiles(of: job.job.backend, in: environment.process)
                return [(job.file, "is the manifest of \(job.job.name)")]
                    + named.map { ($0.file, "is named in \(job.name), at \($0.keyPath)") }
            }
    }
}
