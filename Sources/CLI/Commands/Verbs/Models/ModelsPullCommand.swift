internal import Backends
internal import Crypto
internal import ModelHosting
internal import Platform
internal import Storage
internal import Domain

/// `cairn models pull JOB...`: fetches the newest versions of hosted models now.
enum ModelsPullCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var isAll = false
        var obeysStore = false
        var folder: FilePath?
        var cacert: FilePath?
        var log: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models pull", "fetches the newest versions of hosted models now",
            details: [
                "Asks each model's service whatever `when` and `between` in the manifest say, and downloads what is not in the cache. "
                    + "A download that was cut continues where it was.",
                "--to copies each model to a folder under its own name: a way to take models out of a service that ends.",
            ],
            items: [
                .flag("all", \.isAll, "the models of all jobs in the store"), .trust(\.obeysStore),
                .option("to", \.folder, "DIR", "copy each model into this folder as well"),
                .certificates(\.cacert), .log(\.log),
                .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml; - is standard input"),
            ], defaults: Options()
        ) { call, console in
            let start = CommandContext(call.common, console, stores)
            return start.attempt { () throws(CommandFailure) in
                guard call.options.isAll || !call.options.jobs.isEmpty else {
                    throw CommandFailure(
                        "missing argument JOB: a manifest, such as holidays.yaml; or give --all", .badInput)
                }
                let jobs = try start.jobs(at: call.options.jobs)
                let context = try start.onStore(of: jobs)
                try context.checkOutputs([OutputFile(call.options.log, .log)], of: jobs)
                return try context.pull(jobs, call.options)
            }
        }
    }

    static let columns = ["job", "model", "version", "sha256", "model_sha256", "bytes", "outcome", "file", "copy"]
}

extension CommandContext {
    fileprivate func pull(_ files: [JobFile], _ options: ModelsPullCommand.Options) throws(CommandFailure) -> ExitCode {
        var jobs = files.map(\.job)
        var refusals: [CommandFailure] = []
        if options.isAll {
            let trust = trust(obeysStore: options.obeysStore)
            for stored in try storedJobs(in: open(for: .read), trust)
            where !jobs.contains(where: { $0.name == stored.job.name }) {
                if stored.job.backend.hosted == nil || stored.trust.isObeyed {
                    jobs.append(stored.job)
                } else {
                    refusals.append(CommandFailure(stored.trust.refusal(before: "models pull --all --trust"), .store))
                }
            }
        }
        if jobs.isEmpty, refusals.count == 1 { throw refusals[0] }
        for refusal in refusals { reporter.report(refusal) }
        var rows: [[Cell]] = []
        var codes = refusals.map(\.exit)
        try withModels(certificates: options.cacert, log: options.log) { models, shutdown throws(CommandFailure) in
            for job in jobs where !shutdown.isDraining {
                guard let hosted = job.backend.hosted else {
                    reporter.say("\(job.name): no model of it is hosted")
                    continue
                }
                do throws(CommandFailure) {
                    rows.append(try pull(hosted, of: job, from: models, to: options.folder))
                } catch {
                    if shutdown.isDraining { break }
                    guard jobs.count > 1 else { throw error }
                    reporter.report(error)
                    codes.append(error.exit)
                }
            }
            if shutdown.isDraining {
                reporter.warn("interrupted; the same command continues the download")
                codes.append(.interrupted)
            }
        }
        if common.json { write(ModelsPullCommand.columns, rows) }
        return ExitCode.worst(of: codes)
    }

    /// Fetches one model; answers its row.
    private func pull(
        _ hosted: HostedModel, of job: Job, from models: ModelStore, to folder: FilePath?
    ) throws(CommandFailure) -> [Cell] {
        if hosted.isOffline {
            throw CommandFailure(
                "\(job.name): backend.hosted.offline is true, and nothing is fetched; "
                    + "take it out of the manifest to pull", .badInput)
        }
        // A person asks for it now.
        var hosted = hosted
        hosted.window = nil
        let found = try endingCommand { [hosted] () throws(HostingError) in try models.update(hosted) }
        let isNew = if case .downloaded = found.origin { true } else { false }
        let model = found.model
        let words = isNew ? "" : " is the newest version, and in the cache"
        var copy: FilePath?
        if let folder { copy = try self.copy(model, named: hosted.fileName, to: folder) }
        if !isNew { reporter.say("\(job.name): \(hosted.fullName)@\(model.modelDigest.short)\(words)") }
        if let copy { reporter.say("\(job.name): copied to \(copy)") }
        return [
            .text(job.name), .text(hosted.fullName), Cell(model.version), .text(model.digest.hex),
            .text(model.modelDigest.hex), .integer(model.bytes),
            .text(isNew ? "downloaded" : "newest"), .text(model.file.bytes), Cell(copy?.description),
        ]
    }

    /// Copies a model into a folder, over nothing that is there: beside another file of its name it gets its version
    /// into the name.
    private func copy(
        _ model: CachedModel, named name: String, to folder: FilePath
    ) throws(CommandFailure) -> FilePath {
        // The address may say any name: none is hidden, and none is taken for an option.
        let name = name.hasPrefix(".") || name.hasPrefix("-") ? "_\(name)" : name
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let end = parts.count > 1 ? ".\(parts[parts.count - 1])" : ""
        let versioned = "\(name.dropLast(end.count))-\(model.digest.short)\(end)"
        let targets = [name, versioned].map { folder.appending(FilePath($0)) }
        let copied = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) -> FilePath? in
            try makeFolder(folder)
            for target in targets {
                if !isThere(target) {
                    let buffer = FileBuffer()
                    try buffer.read(model.file, limit: model.bytes)
                    do throws(SystemError) {
                        try AtomicFile(of: target).publish(buffer.copy)
                        return target
                    } catch {
                        // Another process may have been faster.
                        guard isThere(target) else { throw error }
                    }
                }
                if holds(target, model) { return target }
            }
            return nil
        }
        guard let copied else {
            throw CommandFailure(
                "--to: \(targets[0]) and \(targets[1]) are there already and are not this model; name another folder",
                .badInput)
        }
        return copied
    }

    /// Whether anything has a name, be it a link that leads nowhere.
    private func isThere(_ path: FilePath) -> Bool { FileStatus.isLink(path) || (try? FileStatus(of: path)) != nil }

    /// Whether a file is a model, byte for byte; what is not a plain file of its length is not opened.
    private func holds(_ path: FilePath, _ model: CachedModel) -> Bool {
        let buffer = FileBuffer()
        guard let status = try? FileStatus(of: path), status.kind == .file, status.bytes == model.bytes,
            (try? buffer.read(path, limit: model.bytes)) != nil
        else { return false }
        return Digest(of: buffer.copy.span) == model.digest
    }
}
