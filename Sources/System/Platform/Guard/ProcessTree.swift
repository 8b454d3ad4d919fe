internal import CPlatform
internal import Glibc

/// The processes below this one, which has become the parent of all orphans among them.
enum ProcessTree {
    /// The living processes below this one, however deep.
    ///
    /// By the parents in /proc/PID/stat (proc(5)), as not every kernel has a list of children.
    static func descendants() -> [pid_t] {
        var children: [pid_t: [pid_t]] = [:]
        guard let folder = try? Directory(FilePath("/proc")) else { return [] }
        while let entry = try? folder.next() {
            guard let number = pid_t(String(decoding: entry.name, as: UTF8.self)),
                let parent = ProcessIdentity.livingParent(of: number)
            else { continue }
            children[parent, default: []].append(number)
        }
        var found: [pid_t] = []
        var open = children[getpid()] ?? []
        while let process = open.popLast() {
            found.append(process)
            open += children[process] ?? []
        }
        return found
    }

    /// Whether the processes below this one have more memory together than they may.
    ///
    /// What they share counts once (Pss of /proc/PID/smaps_rollup). That is slow to read, so a bound above it is looked
    /// at first: all that is their own or shared memory.
    static func isLarger(than bytes: Int64) -> Bool {
        let processes = descendants()
        let bound = processes.reduce(0) { $0 + sum(of: ["RssAnon:", "RssShmem:"], in: "/proc/\($1)/status") }
        guard bound > bytes else { return false }
        return processes.reduce(0) { $0 + sum(of: ["Pss:"], in: "/proc/\($1)/smaps_rollup") } > bytes
    }

    /// The sum of some lines of a file of /proc, such as `RssAnon:  2048 kB`, in bytes.
    private static func sum(of names: [String], in file: String) -> Int64 {
        guard let bytes = try? ProcessIdentity.contents(of: file) else { return 0 }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.reduce(0) { sum, line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, names.contains(String(words[0])), let count = Int64(words[1]) else { return sum }
            return sum + count << 10
        }
    }

    /// Asks all processes below this one to end, and ends those that still live after a time.
    ///
    /// Each is stopped before any is killed, so that none can start another one meanwhile.
    ///
    /// - Parameter milliseconds: the time that they have.
    static func end(within milliseconds: Int64) {
        for process in descendants() { kill(process, SIGTERM) }
        let end = monotonicMilliseconds() + milliseconds
        while monotonicMilliseconds() < end {
            if !reap() { return }
            pauseThread(milliseconds: 5)
        }
        // What runs as another user cannot be killed, and must not keep this process for ever.
        while reap(), monotonicMilliseconds() < end + maxKilling {
            var stopped: Set<pid_t> = []
            while case let more = descendants().filter({ !stopped.contains($0) }), !more.isEmpty {
                for process in more { kill(process, SIGSTOP) }
                stopped.formUnion(more)
            }
            for process in stopped { kill(process, SIGKILL) }
            pauseThread(milliseconds: 2)
        }
    }

    /// Takes note of children that have ended; false where there is no child any more.
    private static func reap() -> Bool {
        var status: Int32 = 0
        while true {
            let process = uninterrupted { unsafe waitpid(-1, &status, WNOHANG) }
            if process == 0 { return true }
            if process < 0 { return false }
        }
    }
}

/// Milliseconds.
private let maxKilling: Int64 = 5000
