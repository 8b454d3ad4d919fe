/// What a command printed, beside what a page shows of it.
enum ManualOutput {
    /// Whether a page shows what was printed.
    ///
    /// On the page a line of `...` stands for any lines, and `...` within a line for any text. Moments, spans of time,
    /// rates, sizes, folders, ports and numbers of processes differ from run to run, and the width of a table with
    /// them.
    static func matches(_ shown: [String], _ printed: String) -> Bool {
        // CSV ends its lines as its standard says.
        let lines = printed.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        return matches(trimmed(shown)[...], trimmed(lines)[...])
    }

    private static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return printed.isEmpty }
        let rest = shown.dropFirst()
        if first == "..." {
            return (printed.startIndex...printed.endIndex).contains { matches(rest, printed[$0...]) }
        }
        guard let line = printed.first else { return false }
        // Of a folder the page may show the end.
        guard matches(normalized(first), normalized(line)) || matches(first, line) else { return false }
        return matches(rest, printed.dropFirst())
    }

    /// Whether a line is as the page shows it.
    private static func matches(_ shown: String, _ line: String) -> Bool {
        if shown == line { return true }
        let parts = shown.split(separator: "...", omittingEmptySubsequences: false)
        guard parts.count > 1, line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }

    /// A line without what differs from machine to machine and from run to run.
    static func normalized(_ line: String) -> String {
        var line = line
        line.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9.]{2,6})?(?: UTC|Z)?/, with: "MOMENT")
        line.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "DAY")
        line.replace(/\b20[0-9]{2}-[0-9]{2}\b/, with: "MONTH")
        line.replace(/[0-9][0-9.]* (?:ms|s|min|h|d)\b(?: [0-9][0-9.]* (?:ms|s|min|h|d)\b)*/, with: "SPAN")
        line.replace(/[0-9][0-9.,]* images\/s/, with: "RATE")
        line.replace(/[0-9][0-9.]* [kMGKi]+B\b/, with: "SIZE")
        line.replace(/([ "'(=]|^)\/(?:[^\s\/:,;()"']+\/)+/) { (match: Regex<(Substring, Substring)>.Match) -> String in
            "\(match.1)FOLDER/"
        }
        line.replace(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:PORT")
        line.replace(/\bprocess [0-9]+(?: on [^\s,;)]+)?/, with: "process N")
        line.replace(/-{3,}/, with: "---")
        line.replace(/\s+/, with: " ")
        return line.hasSuffix(" ") ? String(line.dropLast()) : line
    }

    /// Lines without the empty ones at both ends.
    private static func trimmed(_ lines: [String]) -> [String] {
        var lines = lines[...]
        while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return Array(lines)
    }
}
