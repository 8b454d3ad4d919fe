internal import Backends
internal import Manifest
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
            return context.attempt { () throws(CommandError) in
                try context.checkInput(call.options.jobs)
                var worst = ExitCode.done
                var refused = 0
                var rows: [[Cell]] = []
                for path in call.options.jobs {
                    let (message, name) = check(at: path, isHere: call.options.here, context)
                    if message.code != .done { refused += 1 }
                    if worst != .badInput, message.code != .done { worst = message.code }
                    rows += cells(of: message, about: path)
                    if !call.common.json { report(message, context.reporter) }
                    if let name, message.code == .done {
                        context.reporter.say("\(path): job \(name) is valid\(count(message))")
                    }
                }
                if call.common.json {
                    if worst != .done {
                        context.reporter.warn(
                            "cairn: \(HumanFormat.count(Int64(refused), "manifest")) cannot be used; see the rows")
                    }
                    context.write(["file", "line", "column", "key", "severity", "message", "suggestion"], rows)
                }
                return worst
            }
        }
    }

    /// Every complaint about a manifest with the exit code that it asks for, and the name of the job that it is.
    private static func check(at path: FilePath, isHere: Bool, _ context: CommandContext) -> (
        message: UserMessage, job: String?
    ) {
        do throws(CommandError) {
            let found = try context.examination(at: path)
            var message = UserMessage(found)
            guard let job = found.job, let places = found.places else { return (message, nil) }
            var codes = found.unavailable.isEmpty ? [] : [ExitCode.backend]
            for finding in Preflight(context.backendEnvironment()).findings(of: job) {
                let code = finding.kind.code(isHere: isHere)
                var complaint = places.complaint(finding.keyPath, finding.message)
                if let code { codes.append(code) } else { complaint.severity = .warning }
                message.complaints.append(complaint)
            }
            message.complaints.sort { ($0.line, $0.column) < ($1.line, $1.column) }
            message.code = codes.contains(.badInput) ? .badInput : codes.first ?? .done
            context.warnAboutNewAccount(of: job)
            return (message, job.name)
        } catch {
            return (error.message, nil)
        }
    }

    /// Errors always, warnings unless only errors are wanted.
    private static func report(_ message: UserMessage, _ reporter: ProgressReporter) {
        if !message.sentence.isEmpty { return reporter.complain(message) }
        for complaint in message.complaints {
            if complaint.severity == .warning {
                reporter.say(complaint.description)
            } else {
                reporter.warn(complaint.description)
            }
        }
    }

    private static func count(_ message: UserMessage) -> String {
        let warnings = message.complaints.count
        return warnings == 0 ? "" : "; \(HumanFormat.count(Int64(warnings), "warning"))"
    }

    /// A row for each complaint; what has no place in the file is about the file as a whole.
    private static func cells(of message: UserMessage, about path: FilePath) -> [[Cell]] {
        guard message.sentence.isEmpty else {
            return [[.text(path.bytes), .null, .null, .null, .text("error"), .text(message.sentence), .null]]
        }
        return message.complaints.map { complaint in
            [
                .text(complaint.file.bytes), Cell(complaint.line), Cell(complaint.column), .text(complaint.keyPath),
                .text(complaint.severity.rawValue), .text(complaint.message), Cell(complaint.suggestion),
            ]
        }
    }
}

extension Preflight.Finding.Kind {
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
