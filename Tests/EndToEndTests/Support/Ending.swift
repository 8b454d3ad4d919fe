import Glibc
import Platform

/// How a process ended, and what it wrote.
struct Ending: Sendable, CustomStringConvertible {
    let command: [String]
    let folder: FilePath
    /// The exit status; nil where a signal ended it.
    let status: Int32?
    /// The signal that ended it; nil where it exited.
    let signal: Int32?
    let outputBytes: [UInt8]
    let errorBytes: [UInt8]
    let milliseconds: Int64
    /// Whether it was killed because it took too long.
    let isOverdue: Bool

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var error: String { String(decoding: errorBytes, as: UTF8.self) }
    /// The lines of standard output.
    var lines: [String] {
        outputBytes.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
        }
    }

    var description: String {
        let end =
            isOverdue
            ? "killed after \(milliseconds) ms: it took too long"
            : status.map { "exit \($0)" } ?? "signal \(signal ?? 0)"
        return """
            \(command.joined(separator: " "))
              in \(folder): \(end), \(milliseconds) ms
              standard output: \(output.prefix(4000))
              standard error: \(error.prefix(4000))
            """
    }
}
