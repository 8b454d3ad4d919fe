internal import Crypto
internal import LiteRT
internal import Text
package import Platform

/// The trial run of a model in a process of its own, before the model is first used here.
///
/// LiteRT verifies that a file is well formed, and no more: one that is damaged, or made to do harm, can still crash,
/// hang or take all memory when it is loaded or run. The child process is this program with a word that no user types.
/// It loads the model, and runs it once on zeros. That it passed is kept in the user's cache folder, for this model,
/// library and limits: the next start costs one look at a file. What did not pass is not kept, because a limit of time
/// or memory may be the machine's fault: it is tried again.
package struct ModelTrial: Sendable {
    /// The word that starts the child's part of this program.
    package static let word = "--model-trial"

    private let program: FilePath
    private let folder: FilePath?
    /// The longest that a trial may take.
    package var milliseconds: Int64 = 30_000
    /// The most memory that a trial may take.
    package var memory: Int64 = 4 << 30
    /// What is wrong with the variables that set the limits.
    private let complaint: BackendError?

    /// Trials by a program that answers `word`.
    ///
    /// - Parameter variables: environment variables, which say where the cache folder is, and may set other limits.
    package init(program: FilePath, variables: [String: String]) {
        self.program = program
        folder = cacheFolder(variables)?.appending("cairn/trials")
        var complaint: BackendError?
        func number(_ name: String, _ range: ClosedRange<Int64>) -> Int64? {
            guard let text = variables[name], !text.isEmpty else { return nil }
            if let number = Int64(text), range.contains(number) { return number }
            complaint = .setting(
                key: name,
                why: "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\"")
            return nil
        }
        if let seconds = number(secondsName, 1...86_400) { milliseconds = seconds * 1000 }
        if let mebibytes = number(memoryName, 1...1_048_576) { memory = mebibytes << 20 }
        self.complaint = complaint
    }

    /// Whether a model has passed with this library and these limits before.
    func hasPassed(_ plan: TFLitePlan, library: FilePath) -> Bool {
        guard complaint == nil, let verdict = verdict(of: plan.digest, library, ModelTrial.inputs(of: plan)) else {
            return false
        }
        return (try? FileStatus(of: verdict))?.kind == .file
    }

    /// Tries a model.
    func check(
        _ bytes: Span<UInt8>, of plan: TFLitePlan, library: FilePath, isInterrupted: @escaping @Sendable () -> Bool
    ) throws(BackendError) {
        if let complaint { throw complaint }
        let inputs = ModelTrial.inputs(of: plan)
        var child = ChildProcess(
            program, [ModelTrial.word, library.description, inputs, "\(milliseconds)", "\(memory)"],
            // Backtraces take seconds, and what they tell is of no use to users.
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        child.milliseconds = milliseconds
        child.memory = memory
        child.isInterrupted = isInterrupted
        let result: ChildProcess.Result
        do throws(SystemError) {
            result = try child.run(input: bytes)
        } catch {
            throw BackendError.modelRefused(
                plan.model, why: "it cannot be tried: cannot \(error.operation) \(error.subject): \(error.reason)")
        }
        if let why = refusal(by: result) { throw BackendError.modelRefused(plan.model, why: why) }
        // A cache that cannot be written costs a trial at each start, and nothing else.
        if let verdict = verdict(of: plan.digest, library, inputs) {
            try? replaceFile(verdict, with: Array("passed\n".utf8), isPrivate: true)
        }
    }

    /// The dimensions of all inputs: `1x224x224x3,1x8`.
    private static func inputs(of plan: TFLitePlan) -> String {
        plan.inputs.dimensions.map { $0.map(String.init).joined(separator: "x") }.joined(separator: ",")
    }

    /// The file whose presence says that a model has passed; nil where none can be kept.
    private func verdict(of model: Digest, _ library: FilePath, _ inputs: String) -> FilePath? {
        guard let folder, let status = try? FileStatus(of: library) else { return nil }
        // What others may have put there is not believed, nor is it after their permission was taken away.
        if let found = try? FileStatus(of: folder), found.mode & 0o022 != 0 { return nil }
        guard (try? PrivateFolder.make(folder)) != nil else { return nil }
        let parts = [
            "1", model.hex, "\(library)", "\(status.bytes)", "\(status.modifiedNanoseconds)", "\(status.inode)", inputs,
            "\(milliseconds)", "\(memory)",
        ]
        return folder.appending(Digest(of: parts.joined(separator: "\n")).hex)
    }

    /// What a trial says against a model; nil where it has passed.
    private func refusal(by result: ChildProcess.Result) -> String? {
        let harm = "the file is damaged or made to do harm; convert it or download it again"
        let limit =
            "its trial run took more than \(milliseconds / 1000) s, and was stopped; use a smaller model, or allow "
            + "more with \(secondsName)"
        switch result.ending {
        case .exited(0) where result.output == TrialRun.passed: return nil
        case .exited(0):
            let why = String(decoding: result.output.prefix(2000), as: UTF8.self)
            let isMemory = [2, 3].contains { why.contains(LiteRTError.name(ofStatus: $0)) }
            return !isMemory
                ? why
                : "\(why); the cause may be that it needs more memory than the \(memory >> 20) MiB of its trial run: "
                    + "allow more with \(memoryName)"
        case .exited(let status):
            return "its trial run ended with status \(status)\(ModelTrial.lastLine(result.errors)): \(harm)"
        case .killed(SignalNumber.alarm), .killed(SignalNumber.processorTime), .tooLong: return limit
        case .killed(let signal):
            return "its trial run crashed (\(signalName(signal))\(ModelTrial.lastLine(result.errors))): \(harm)"
        case .tooLarge:
            return "its trial run took more than \(memory >> 20) MiB of memory, and was stopped; use a smaller model, "
                + "or allow more with \(memoryName)"
        case .interrupted: return "its trial run was interrupted"
        }
    }

    /// The last line that the child wrote to standard error, behind a colon; often the only word about a crash.
    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        return lines.last.map { ": " + readable(Array($0.prefix(300))) } ?? ""
    }
}

/// The variables that set other limits.
private let secondsName = "CAIRN_TRIAL_SECONDS"
private let memoryName = "CAIRN_TRIAL_MEBIBYTES"
