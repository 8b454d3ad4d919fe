import Crypto
import Logging
import Platform
import TestSupport
import Domain

/// 2026-11-22T03:00:00.007Z.
let threeAtNight = Timestamp(milliseconds: 1_795_316_400_007)

/// A task of an image, with a path of any bytes.
func task(_ number: Int = 1, path: String = "photos/a.jpg") -> LogEvent.Task {
    LogEvent.Task(
        job: "old-town", run: RunID(42), image: LoggedImage(digest: Digest(of: "\(number)"), path: FilePath(path)),
        attempt: 1)
}

/// A log in a folder, whose clock stands.
func log(_ path: FilePath, onTrouble: @escaping @Sendable (SystemError) -> Void = { _ in }) -> EventLog {
    EventLog(path, pid: 7, clock: Clock { threeAtNight }, onTrouble: onTrouble)
}

/// The whole lines of a file; the last one, when it is not whole, with three dots.
func lines(_ path: FilePath) throws -> [String] {
    let text = try Files.text(path)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "..." }
    return lines
}
