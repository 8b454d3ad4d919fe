internal import Manifest
internal import Text
internal import Platform
internal import Storage
internal import Domain

extension CommandContext {
    /// The run that a word of the command line stands for, once it is known that there is one.
    func run(_ reference: RunReference, in store: any Store) throws(CommandFailure) -> RunID {
        switch try find(reference, in: store) {
        case .run(let run): return run
        case .jobWithoutRun(let words): throw CommandFailure(words, .badInput)
        }
    }

    /// What a word of the command line stands for; an error where the store knows neither a run nor a job of it.
    func find(_ reference: RunReference, in store: any Store) throws(CommandFailure) -> RunLookup {
        switch reference {
        case .number(let run):
            let totals = try store.read { reports throws(StoreError) in try reports.totals(of: run) }
            guard totals != nil else { throw .noSuchRun(run) }
            return .run(run)
        case .job(let name):
            let (run, totals, known) = try store.read { reports throws(StoreError) in
                let run = try reports.newestRun(job: name)
                return (run, run == nil ? try reports.totals(job: name) : nil, try reports.jobNames())
            }
            if let run { return .run(run) }
            if let totals { return .jobWithoutRun(totals.words(withoutRunOf: name)) }
            if let failure = manifestFailure(name) { throw failure }
            throw CommandFailure(noRunOfJob: name, among: known)
        }
    }

    /// That a job's name belongs where a manifest's name was typed; nil where no manifest has this name.
    private func manifestFailure(_ name: String) -> CommandFailure? {
        let file = FilePath(name)
        let isNamedSo = manifestSuffixes.contains { name.hasSuffix($0) }
        guard isNamedSo || name.contains("/"), (try? FileStatus(of: file))?.kind == .file else { return nil }
        guard let job = try? examination(at: file).job else {
            return CommandFailure("RUN is a run's number or a job's name, and \(file) is a file", .badInput)
        }
        let words = common.line.map { $0 == name ? job.name : Hints.quoted(FilePath($0)) }
        return CommandFailure(
            "RUN is a run's number or a job's name, and \(file) is a manifest: `cairn \(words.joined(separator: " "))`",
            .badInput)
    }
}

extension JobTotals {
    /// Why a job has no run, and how its images stand.
    fileprivate func words(withoutRunOf name: String) -> String {
        let start = "job \(name) has no run: "
        guard images > 0 else { return start + "it has no images" }
        let count = HumanFormat.count(images, "image")
        if answered == images {
            return start + (images == 1 ? "its image is answered" : "all \(count) are answered") + " (by other jobs)"
        }
        var parts = ["\(HumanFormat.grouped(answered)) of \(count) answered (by other jobs)"]
        if failing > 0 { parts.append("\(HumanFormat.grouped(failing)) failed") }
        return start + parts.joined(separator: ", ")
    }
}
