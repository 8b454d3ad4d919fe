package import Storage
package import Vocabulary

/// How far long work has come, as one line.
package struct ProgressLine: Equatable, Sendable {
    /// Tasks that were answered.
    package var done: Int64
    /// All tasks.
    package var total: Int64
    /// Tasks that failed.
    package var failed: Int64 = 0
    /// Images a second, lately.
    package var imagesPerSecond: Double?
    /// Units that were billed, or may have been.
    package var units: Int64 = 0
    /// What they cost.
    package var dollars: Double?
    /// The most they may cost.
    package var cap: Double?
    /// The time that is left.
    package var left: TimeSpan?

    /// A line that says how many are done.
    package init(done: Int64, total: Int64) {
        self.done = done
        self.total = total
    }

    /// A line that says how a run stands, by the same numbers as `cairn status`.
    package init(of totals: RunTotals) {
        self.init(done: Int64(totals.done), total: Int64(totals.total))
        failed = Int64(totals.failed)
    }

    /// The line in at most so many columns: what matters least goes first.
    package func text(columns: Int? = nil) -> String {
        var parts = parts
        guard let columns else { return parts.map(\.text).joined(separator: "  ") }
        while parts.count > 1 {
            let text = parts.map(\.text).joined(separator: "  ")
            if DisplayWidth.of(text) <= columns { return text }
            guard let least = parts.indices.max(by: { parts[$0].rank < parts[$1].rank }) else { break }
            parts.remove(at: least)
        }
        return DisplayWidth.cut(parts.first?.text ?? "", to: columns)
    }

    /// The parts in their order, with how soon each is given up: the highest rank first.
    private var parts: [(text: String, rank: Int)] {
        var parts = [("\(Figures.grouped(done))/\(Figures.grouped(total))", 0)]
        if total > 0 { parts.append((Figures.share(done, of: total), 3)) }
        if failed > 0 { parts.append(("\(Figures.grouped(failed)) failed", 1)) }
        if let imagesPerSecond { parts.append((Figures.rate(imagesPerSecond, of: "images"), 5)) }
        if units > 0 { parts.append((Figures.count(units, "unit"), 6)) }
        if let dollars {
            parts.append((Figures.dollars(dollars) + (cap.map { " of \(Figures.dollars($0))" } ?? ""), 4))
        }
        if let left { parts.append(("ETA \(Figures.duration(left))", 2)) }
        return parts
    }
}
