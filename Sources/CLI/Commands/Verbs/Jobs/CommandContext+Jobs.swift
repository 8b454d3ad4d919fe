internal import Manifest
internal import Platform
internal import Storage
internal import Domain

/// A job with the file of its manifest.
struct JobFile {
    let job: Job
    /// The manifest as it was named; `-` is standard input.
    let name: FilePath
    /// The same, absolute.
    let file: FilePath
    /// Where its keys are written.
    let places: ManifestPlaces?
    /// Whether the store that the command works on named the file.
    var isOfStore = false
}

extension CommandContext {
    /// A job from its manifest; `-` is standard input, from which paths start in the current folder.
    func job(at name: FilePath) throws(CommandFailure) -> JobFile {
        let here = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try FilePath.currentFolder()
        }
        let manifest = try manifestFile(name)
        let found = try examination(of: manifest.file)
        guard let job = found.job else { throw CommandFailure(found) }
        if manifest.isOfStore { try check(job, FilePath(bytes: name.bytes), in: manifest.file) }
        return JobFile(
            job: job, name: manifest.file, file: here.appending(displayName(manifest.file)).normalized,
            places: found.places, isOfStore: manifest.isOfStore)
    }

    /// The result of reading the manifest that a word of the command line names.
    func examination(at name: FilePath) throws(CommandFailure) -> ManifestExamination {
        try examination(of: manifestFile(name).file)
    }

    /// The result of reading a manifest's file; `-` is standard input.
    private func examination(of name: FilePath) throws(CommandFailure) -> ManifestExamination {
        let here = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try FilePath.currentFolder()
        }
        let isInput = name == standardInputName
        let bytes = isInput ? try standardInput() : try text(of: name)
        let found = ManifestReader.examine(bytes, file: displayName(name), workingDirectory: here)
        guard isInput, let job = found.job, job.images.contains(where: { $0.location == .standardInput }) else {
            return found
        }
        throw CommandFailure(
            "the manifest and the image list cannot both come from standard input; put one in a file",
            .badInput)
    }

    private func displayName(_ name: FilePath) -> FilePath {
        name == standardInputName ? FilePath("standard input") : name
    }

    /// The jobs of all manifests, all at once or none: where one cannot be used, the complaints about each are said.
    func jobs(at names: [FilePath]) throws(CommandFailure) -> [JobFile] {
        try checkInput(names)
        var jobs: [JobFile] = []
        var problems: [CommandFailure] = []
        for name in names {
            do throws(CommandFailure) { jobs.append(try job(at: name)) } catch { problems.append(error) }
        }
        guard !problems.isEmpty else { return jobs }
        throw refusal(
            problems, of: names.count,
            "\(problems.count) of \(names.count) manifests cannot be used; nothing was done")
    }

    /// The error for the problems of some of the manifests that were given.
    ///
    /// Of a single manifest it is its problem; of several each problem is said, and the error sums them up.
    func refusal(_ problems: [CommandFailure], of count: Int, _ words: String) -> CommandFailure {
        if count == 1, let only = problems.first { return only }
        for problem in problems { reporter.report(problem) }
        return CommandFailure(words, ExitCode.worst(of: problems.map(\.exit)))
    }

    /// Refuses to read standard input twice.
    func checkInput(_ names: [FilePath]) throws(CommandFailure) {
        guard names.count(where: { $0 == standardInputName }) > 1 else { return }
        throw CommandFailure("- is standard input, which can be read once; give it once", .badInput)
    }

    /// The same place with the store that jobs name, unless the command line or the environment names one.
    func onStore(of jobs: [JobFile]) throws(CommandFailure) -> CommandContext {
        for (index, job) in jobs.enumerated() {
            guard let other = jobs[..<index].first(where: { $0.job.name == job.job.name && $0.file != job.file }) else {
                continue
            }
            throw CommandFailure(
                "\(other.name) and \(job.name) both define job \"\(job.job.name)\"; each would remove the other's pictures. "
                    + "Change `job:` in one of them; nothing was done", .badInput)
        }
        if jobs.contains(where: { !$0.job.queries.isEmpty }) { stores.prepareForQueries() }
        guard common.storeSource == .usual, let first = jobs.first, !first.isOfStore else { return self }
        // Two names of one file are one store.
        let target = { (job: JobFile) in job.job.store.map { (try? $0.resolvedWhereItWouldBe()) ?? $0 } }
        if let other = jobs.first(where: { target($0) != target(first) }) {
            let words = [first, other].map { "\($0.name) names \($0.job.store?.description ?? "none")" }
            throw CommandFailure(
                "one command works on one store: \(words.joined(separator: ", ")); "
                    + "write the same `store:` in each, or give --store; nothing was done", .badInput)
        }
        guard let store = first.job.store else { return self }
        var common = common
        common.store = StoreLocation(store)
        common.storeSource = .manifest
        let named = CommandContext(common, console, stores)
        // Errors that end the command are reported by this context's reporter.
        reporter.hints = named.hints
        return named
    }

    /// The store that jobs are submitted to, opened.
    ///
    /// Without a terminal none is made for a billed backend unless it was named, and a store that knows nothing of a
    /// job counts as none: it knows no answers, and cron begins where no store may be.
    func openToSubmit(_ jobs: [JobFile], makesNew: Bool) throws(CommandFailure) -> any Store {
        guard !makesNew, !console.isInteractive, common.storeSource == .usual else { return try open(for: .work) }
        let (store, unknown) = try openKnown(jobs, isNight: false)
        if let unknown { throw unknown.failure }
        return store
    }

    /// The store of a night, opened, and the billed jobs of which it knows nothing.
    ///
    /// Without a terminal they are not asked, though the store was named: with a disk that is not mounted or a misspelt
    /// name a store is new, too.
    func openForNight(
        _ jobs: [JobFile], makesNew: Bool
    ) throws(CommandFailure) -> (store: any Store, unknown: NewStoreRefusal?) {
        guard !makesNew, !console.isInteractive else { return (try open(for: .work), nil) }
        return try openKnown(jobs, isNight: true)
    }

    private func openKnown(
        _ jobs: [JobFile], isNight: Bool
    ) throws(CommandFailure) -> (store: any Store, unknown: NewStoreRefusal?) {
        let billed = jobs.filter { $0.job.isBilled }
        guard !billed.isEmpty else { return (try open(for: .work), nil) }
        if let new = stores.newStore(at: common.store) {
            let isEmpty = (try? FileStatus(of: FilePath(new))) != nil
            let found: NewStoreRefusal.Found = isEmpty ? .empty(new) : .nothing(new)
            throw NewStoreRefusal(found, billed: billed, of: jobs, in: self, isNight: isNight).failure
        }
        let store = try open(for: .work)
        let names = try store.read { reports throws(StoreError) in try reports.jobNames() }
        let others = billed.filter { !names.contains($0.job.name) }
        guard !others.isEmpty else { return (store, nil) }
        return (store, NewStoreRefusal(.otherJobs, billed: others, of: jobs, in: self, isNight: isNight))
    }

    /// The store that nothing names and that is missing, and the one of that name beside a manifest; nil unless it is
    /// so.
    func otherStore(beside job: JobFile) -> (missing: FilePath, beside: FilePath)? {
        guard common.storeSource == .usual, let missing = stores.newStore(at: common.store),
            let beside = storeBeside(job)
        else { return nil }
        return (FilePath(missing), beside)
    }

    /// The store beside a manifest, under the name that every command looks for; nil where none is there.
    private func storeBeside(_ job: JobFile) -> FilePath? {
        let file = job.file.directory.appending(FilePath(bytes: common.store.bytes))
        return stores.newStore(at: StoreLocation(file)) == nil ? file : nil
    }

    /// The command as it was typed, with one more option.
    ///
    /// - Parameter job: the one manifest of those that were typed which the option is for; nil: all of them.
    func typed(with option: String, for job: FilePath? = nil) -> String {
        let isTyped = common.arguments.contains { FilePath($0) == job }
        let others = isTyped ? common.arguments.filter { FilePath($0) != job } : []
        // The store is there by now.
        var words = common.line.filter { $0 != "--new-store" && !others.contains($0) }
            .map { Hints.quoted(FilePath($0)) }
        words.insert(option, at: words.firstIndex(of: "--") ?? words.endIndex)
        return "cairn \(words.joined(separator: " "))"
    }
}

/// What stands for standard input among names of files.
let standardInputName = FilePath("-")
