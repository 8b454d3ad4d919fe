internal import Glibc

/// How a guarded program ended, as its guard tells it in one line.
package enum ProgramEnd: Equatable, Sendable {
    /// By itself, with an exit status.
    case exited(Int32)
    /// By a signal, by its number.
    case killed(Int32)
    /// It was ended, because it took too much memory.
    case tooLarge
    /// It could not be started, for a reason of the system's, by its number.
    case notStarted(Int32)
    /// Its guard has gone without a word.
    case lost

    /// The line that tells it.
    var line: String {
        switch self {
        case .exited(let status): "exited \(status)"
        case .killed(let signal): "killed \(signal)"
        case .tooLarge: "memory 0"
        case .notStarted(let number): "failed \(number)"
        case .lost: "lost 0"
        }
    }

    /// The end that a line tells.
    init?(line: String) {
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Int32(words[1]) else { return nil }
        switch words[0] {
        case "exited": self = .exited(number)
        case "killed": self = .killed(number)
        case "memory": self = .tooLarge
        case "failed": self = .notStarted(number)
        default: return nil
        }
    }

    /// The end that waitpid(2) tells.
    init(status: Int32) {
        self =
            switch ChildProcess.ExitReason(status: status) {
            case .exited(let code): .exited(code)
            case .killed(let signal): .killed(signal)
            case .tooLong, .tooLarge, .interrupted: .lost
            }
    }
}
