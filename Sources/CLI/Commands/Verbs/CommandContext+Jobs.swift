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
}

extension CommandContext {
    /// A job from its manifest; `-` is standard input, from which paths start in the current folder.
    func job(at name: FilePath) throws(CommandError) -> JobFile {
        let here = try stopping(UserMessage.init) { () throws(SystemError) in try FilePath.currentFolder() }
        let found = try examination(at: name)
        guard let job = found.job, found.unavailable.isEmpty else { throw CommandError(UserMessage(found)) }
        return JobFile(job: job, name: name, file: here.appending(shown(name)).normalized)
    }

    /// All that a manifest tells by itself.
    func examination(at name: FilePath) throws(CommandError) -> ManifestExamination {
        let here = try stopping(UserMessage.init) { () throws(SystemError) in try FilePath.currentFolder() }
        let isInput = name == standardInputName
        let bytes = isInput ? try standardInput() : try text(of: name)
        let found = ManifestReader.examine(bytes, file: shown(name), workingDirectory: here)
        guard isInput, let job = found.job, job.images.contains(.standardInput) else { return found }
        throw CommandError(
            UserMessage(
                "standard input holds the manifest, and no list of images beside it; name a file of one of them",
                .badInput))
    }

    private func shown(_ name: FilePath) -> FilePath { name == standardInputName ? FilePath("standard input") : name }

    /// The jobs of all manifests, all at once or none: where one cannot be used, the complaints about each are said.
    func jobs(at names: [FilePath]) throws(CommandError) -> [JobFile] {
        try checkInput(names)
        var jobs: [JobFile] = []
        var problems: [UserMessage] = []
        for name in names {
            do throws(CommandError) { jobs.append(try job(at: name)) } catch { problems.append(error.message) }
        }
        guard let first = problems.first else { return jobs }
        guard names.count > 1 else { throw CommandError(first) }
        for problem in problems { narrator.complain(problem) }
        throw CommandError(
            UserMessage(
                "\(problems.count) of \(names.count) manifests cannot be used; nothing was done",
                ExitCode.worst(of: problems.map(\.code))))
    }

    /// Refuses to read standard input twice.
    func checkInput(_ names: [FilePath]) throws(CommandError) {
        guard names.count(where: { $0 == standardInputName }) > 1 else { return }
        throw CommandError(UserMessage("- is standard input, which can be read once; give it once", .badInput))
    }

    /// The same place with the store that jobs name, unless the command line or the environment names one.
    func onStore(of jobs: [JobFile]) throws(CommandError) -> CommandContext {
        guard common.storeSource == .usual, let first = jobs.first else { return self }
        if let other = jobs.first(where: { $0.job.store != first.job.store }) {
            let words = [first, other].map { "\($0.name) names \($0.job.store?.description ?? "none")" }
            throw CommandError(
                UserMessage(
                    "one command works on one store: \(words.joined(separator: ", ")); write the same `store:` in each, or "
                        + "give --store; nothing was done", .badInput))
        }
        guard let store = first.job.store else { return self }
        var common = common
        common.store = StoreLocation(store)
        common.storeSource = .manifest
        return CommandContext(common, console, stores)
    }

    /// The store that jobs are submitted to, opened.
    ///
    /// Without a terminal none is made for a billed backend unless it was named: a new store knows no answers, and cron begins
    /// where no store may be.
    func openToSubmit(_ jobs: [JobFile], makesNew: Bool) throws(CommandError) -> any Store {
        if !makesNew, !console.isAttended, common.storeSource == .usual, let new = stores.newStore(at: common.store) {
            let billed = jobs.filter { $0.job.isBilled }
            if !billed.isEmpty { throw CommandError(noStore(at: new, for: billed, of: jobs)) }
        }
        return try open(for: .work)
    }

    private func noStore(at new: String, for billed: [JobFile], of jobs: [JobFile]) -> UserMessage {
        let store = FilePath(bytes: common.store.bytes)
        let beside = jobs.map { $0.file.directory.appending(store) }.first {
            stores.newStore(at: StoreLocation($0)) == nil
        }
        var steps = [typed(with: "--store \(Hints.quoted(beside ?? FilePath(new)))")]
        let files = jobs.filter { $0.name != standardInputName }
        // Several manifests name one store only by its whole path.
        let named = files.count > 1 ? FilePath(new).description : store.description
        steps += files.map { file in
            let line = "store: \(named)"
            let text = file.job.source.drop { $0.isWhitespace }
            if text.first == "{" { return "\(file.name): add the key \"store\": \"\(named)\"" }
            let echo = file.job.source.hasSuffix("\n") ? "echo" : "printf '\\n%s\\n'"
            return "\(echo) \(Hints.quoted(FilePath(line))) >> \(Hints.quoted(file.name))"
        }
        steps.append(typed(with: "--new-store"))
        let names = billed.map(\.job.name).joined(separator: " and ")
        return UserMessage(
            "there is no store \(new), and a new one would bill every image of \(names) again; nothing was done. Name the "
                + "store that you have, or ask for a new one:", .store, steps: steps)
    }

    /// The command as it was typed, with one more option.
    func typed(with option: String) -> String {
        var words = common.line.map { Hints.quoted(FilePath($0)) }
        words.insert(option, at: words.firstIndex(of: "--") ?? words.endIndex)
        return "cairn \(words.joined(separator: " "))"
    }
}

/// What stands for standard input among names of files.
private let standardInputName = FilePath("-")
