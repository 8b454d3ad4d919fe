internal import Logging
internal import Platform
internal import Text
internal import Domain

extension CommandContext {
    /// The log in a file; that it cannot be written is said once, and stops nothing.
    func eventLog(_ file: FilePath) -> EventLog {
        let console = console
        return EventLog(file, pid: (try? ProcessIdentity.current())?.pid ?? 0, clock: clock) { error in
            let reason = error.sentence
            console.say(displayText("--log: \(reason); the work continues without it"))
        }
    }

    /// Writes what a log still has, and says what is lost.
    func close(_ log: EventLog) {
        let lost = log.close()
        guard lost > 0 else { return }
        reporter.warn("--log: \(HumanFormat.count(lost, "event")) could not be written")
    }
}

extension CommandContext {
    /// Writes metrics to a file, whole or not at all; to standard output where it is called `-`.
    func writeMetrics(_ metrics: String, to file: FilePath) throws(CommandFailure) {
        guard file != FilePath("-") else { return console.write(metrics) }
        try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try replaceFile(file, with: Array(metrics.utf8))
        }
    }
}
