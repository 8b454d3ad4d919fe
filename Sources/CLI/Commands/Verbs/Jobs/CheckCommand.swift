internal import Backends
internal import Manifest
internal import Planning
internal import Platform
internal import Reporting
internal import Storage
internal import Domain

/// `cairn check JOB...`: validates manifests and what they name on this machine, all complaints at once; touches
/// nothing.
enum CheckCommand {
    struct Options: Sendable {
        var jobs: [FilePath] = []
        var here = false
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "check", "validates job manifests and touches nothing",
            details: [
                "Reads each manifest, and looks whether what it names is on this machine: folders, lists, environment variables and files of secrets (which are never shown), models, labels and libraries. "
                    + "Every complaint is written as file:line:column: key: what was expected.",
                "What this machine does not have is a warning; with --here it is an error.",
            ],
            items: [
                .flag("here", \.here, "what this machine does not have is an error"),
                .rest(\.jobs, "JOB", "job manifests, such as holidays.yaml; - is standard input", atLeast: 1),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                try context.checkInput(call.options.jobs)
                var worst = ExitCode.done
                var refused = 0
                var rows: [[Cell]] = []
                let found = call.options.jobs.map { path in (path, examination(at: path, context)) }
                let reads = JobReads(found.compactMap { try? $0.1.get().job })
                for (index, (path, examined)) in found.enumerated() {
                    let twin = twin(of: examined, in: found[..<index])
                    let (failure, name) = check(
                        examined, reads, twin: twin, isHere: call.options.here, context)
                    if failure.exit != .done { refused += 1 }
                    if worst != .badInput, failure.exit != .done { worst = failure.exit }
                    rows += cells(of: failure, about: path)
                    if !call.common.json { report(failure, context.reporter) }
                    if let name, failure.exit == .done {
                        context.reporter.say("\(path): job \(name) is valid\(count(failure))")
                    }
                }
                if call.common.json {
                    if worst != .done {
                        context.reporter.warn(
                            "cairn: \(HumanFormat.count(refused, "manifest")) cannot be used; see the rows")
                    }
                    context.write(["file", "line", "column", "key", "severity", "message", "suggestion"], rows)
                }
                return worst
            }
        }
    }

    private static func examination(
        at path: FilePath, _ context: CommandContext
    ) -> Result<ManifestExamination, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try context.examination(at: path))
        } catch {
            return .failure(error)
        }
    }

    /// The manifest among others that defines the same job of the same store.
    private static func twin(
        of examined: Result<ManifestExamination, CommandFailure>,
        in others: ArraySlice<(FilePath, Result<ManifestExamination, CommandFailure>)>
    ) -> FilePath? {
        guard let job = try? examined.get().job else { return nil }
        return others.first { _, other in
            guard let other = try? other.get().job else { return false }
            return other.name == job.name && other.store == job.store
        }?.0
    }

    /// Every complaint about a manifest with the exit code that it asks for, and the name of the job that it is.
    ///
    /// - Parameters:
    ///   - reads: what the jobs of all manifests read.
    ///   - twin: another manifest of the same job and store.
    private static func check(
        _ examined: Result<ManifestExamination, CommandFailure>, _ reads: JobReads, twin: FilePath?, isHere: Bool,
        _ context: CommandContext
    ) -> (failure: CommandFailure, job: String?) {
        do throws(CommandFailure) {
            let found = try examined.get()
            var failure = CommandFailure(found)
            guard let job = found.job, let places = found.places else { return (failure, nil) }
            var codes: [ExitCode] = []
            var diagnostics = Preflight(context.backendEnvironment()).diagnostics(of: job)
            diagnostics += context.diagnostics(of: job, reads)
            if let twin {
                let message = "\(twin) defines job \(job.name), too; each would remove the other's pictures"
                diagnostics.append(Diagnostic(.advice, keyPath: "job", message: message))
            }
            for diagnostic in diagnostics {
                let code = diagnostic.kind.code(isHere: isHere)
                var located = places.located(diagnostic)
                if let code { codes.append(code) } else { located.severity = .warning }
                failure.diagnostics.append(located)
            }
            failure.diagnostics = failure.diagnostics.inOrderOfPlaces
            failure.exit = codes.contains(.badInput) ? .badInput : codes.first ?? .done
            context.warnAboutNewAccount(of: job)
            return (failure, job.name)
        } catch {
            return (error, nil)
        }
    }

    /// Errors always, warnings unless only errors are wanted.
    private static func report(_ failure: CommandFailure, _ reporter: ProgressReporter) {
        if !failure.sentence.isEmpty { return reporter.report(failure) }
        for diagnostic in failure.diagnostics {
            if diagnostic.severity == .warning {
                reporter.say(diagnostic.description)
            } else {
                reporter.warn(diagnostic.description)
            }
        }
    }

    private static func count(_ failure: CommandFailure) -> String {
        let warnings = failure.diagnostics.count
        return warnings == 0 ? "" : "; \(HumanFormat.count(warnings, "warning"))"
    }

    /// A row for each complaint; what has no place in the file is about the file as a whole.
    private static func cells(of failure: CommandFailure, about path: FilePath) -> [[Cell]] {
        guard failure.sentence.isEmpty else {
            return [[.text(path.bytes), .null, .null, .null, .text("error"), .text(failure.sentence), .null]]
        }
        return failure.diagnostics.map { diagnostic in
            [
                diagnostic.file.map { .text($0.bytes) } ?? .null, Cell(diagnostic.line), Cell(diagnostic.column),
                .text(diagnostic.keyPath),
                .text(diagnostic.severity.rawValue), .text(diagnostic.message), Cell(diagnostic.suggestion),
            ]
        }
    }
}

extension Diagnostic.Kind {
    /// What the process ends with because of it; nil for what is only a warning.
    fileprivate func code(isHere: Bool) -> ExitCode? {
        switch self {
        case .mistake: .badInput
        case .unusable: .backend
        case .absent: isHere ? .badInput : nil
        case .backendAbsent: isHere ? .backend : nil
        case .advice: nil
        }
    }
}
