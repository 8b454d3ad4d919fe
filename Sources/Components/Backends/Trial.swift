internal import Crypto
internal import Text
package import Platform
internal import Domain

/// The first use of a model, or of the files of languages, in a process of its own, within limits of time and memory.
///
/// The child process is this program with a word that no user types. That a trial has passed is kept in the user's
/// cache folder: the next start costs one look at a file. What did not pass is not kept, because a limit of time or
/// memory may be the machine's fault: it is tried again.
package struct Trial: Sendable {
    let program: FilePath
    private let folder: FilePath?
    /// The longest that a trial may take.
    package var milliseconds: Int64 = 30_000
    /// The most memory that a trial may take.
    package var memory: Int64 = 4 << 30
    /// What is wrong with the variables that set the limits.
    private let complaint: BackendError?

    /// Trials by a program that answers the words.
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
                reason: "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\"")
            return nil
        }
        if let seconds = number(secondsName, 1...86_400) { milliseconds = seconds * 1000 }
        if let mebibytes = number(memoryName, 1...1_048_576) { memory = mebibytes << 20 }
        self.complaint = complaint
    }

    /// The child process with its words and the limits.
    ///
    /// - Parameter variables: what it gets beside the variable of its own; no secrets.
    func child(
        _ words: [String], variables: [String: String] = [:],
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) throws(BackendError) -> ChildProcess {
        if let complaint { throw complaint }
        // Backtraces take seconds, and what they tell is of no use to users.
        var child = ChildProcess(
            program, words, environment: variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
        child.milliseconds = milliseconds
        child.memory = memory
        child.isInterrupted = isInterrupted
        return child
    }

    /// Whether what is named by these parts has passed within these limits before.
    func hasPassed(_ parts: [String]) -> Bool {
        guard complaint == nil, let verdict = verdict(of: parts) else { return false }
        return (try? FileStatus(of: verdict))?.kind == .file
    }

    /// Keeps that it has passed; a cache that cannot be written costs a trial at each start, and nothing else.
    func keep(_ parts: [String]) {
        guard let verdict = verdict(of: parts) else { return }
        try? replaceFile(verdict, with: Array("passed\n".utf8), isPrivate: true)
    }

    /// The file whose presence says that something has passed; nil where none can be kept.
    private func verdict(of parts: [String]) -> FilePath? {
        guard let folder else { return nil }
        // What others may have put there is not believed, nor is it after their permission was taken away.
        if let found = try? FileStatus(of: folder), found.mode & 0o022 != 0 { return nil }
        guard (try? PrivateFolder.make(folder)) != nil else { return nil }
        let all = ["1"] + parts + ["\(milliseconds)", "\(memory)"]
        return folder.appending(Digest(of: all.joined(separator: "\n")).hex)
    }

    /// Why a child process that ended before it answered speaks against what was tried.
    ///
    /// - Parameters:
    ///   - harm: what a crash says of it.
    ///   - advice: what to do where it left a limit, before "more with" and the limit's variable.
    func reason(_ exitReason: ChildProcess.ExitReason, errors: [UInt8], harm: String, advice: String) -> String {
        switch exitReason {
        case .exited(let status): "its trial run ended with status \(status)\(lastLine(errors)): \(harm)"
        case .killed(SignalNumber.alarm), .killed(SignalNumber.processorTime), .tooLong:
            "its trial run took more than \(milliseconds / 1000) s, and was stopped; \(advice) more with \(secondsName)"
        case .killed(let signal):
            "its trial run crashed (\(signalName(signal))\(lastLine(errors))): \(harm)"
        case .tooLarge:
            "its trial run took more than \(memory >> 20) MiB of memory, and was stopped; \(advice) more with "
                + memoryName
        case .interrupted: "its trial run was interrupted"
        }
    }
}

/// The last line that a child process wrote to standard error, behind a colon; often the only word about a crash.
func lastLine(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    return lines.last.map { ": " + readable(Array($0.prefix(300))) } ?? ""
}

/// The variables that set other limits.
private let secondsName = "CAIRN_TRIAL_SECONDS"
let memoryName = "CAIRN_TRIAL_MEBIBYTES"
