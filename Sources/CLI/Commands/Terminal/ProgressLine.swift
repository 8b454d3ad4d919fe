package import Working
internal import Storage
internal import Text
package import Domain

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
    /// Units that were billed, or may have been, or are reserved.
    package var units: Int64 = 0
    /// The most that all these units cost.
    package var microDollars: Int64 = 0
    /// The cap that is nearest, in words.
    package var cap: String?
    /// What it waits for, in words.
    package var wait: String?
    /// The time that is left until the end, or until the cap is reached.
    package var left: TimeSpan?

    /// Whether a cap leaves no room for all that is queued.
    package var endsAtCap = false

    /// A line that says how many are done.
    package init(done: Int64, total: Int64) {
        self.done = done
        self.total = total
    }

    /// A line that says how a run stands, by the same numbers as `cairn status`.
    ///
    /// - Parameter now: from when on what is waited for is counted.
    package init(of progress: RunProgress, at now: Timestamp) {
        let totals = progress.totals
        self.init(done: Int64(totals.done), total: Int64(totals.total))
        failed = Int64(totals.failed)
        if progress.imagesPerSecond > 0 { imagesPerSecond = progress.imagesPerSecond }
        units = Int64(totals.cost.units)
        microDollars = totals.cost.maxMicroDollars
        cap = progress.cap.map { CapMessage.short($0) }
        left = progress.left
        endsAtCap = progress.imagesToCap != nil
        let rest = { (end: Timestamp) in HumanFormat.duration(TimeSpan(milliseconds: max(0, (end - now).milliseconds)))
        }
        switch progress.wait {
        case .onHold(let end): wait = "waiting \(rest(end)): the service asked for a pause"
        case .retry(let moment): wait = "next try in \(rest(moment))"
        case .trouble(let trouble): wait = ProgressLine.words(about: trouble)
        case nil: break
        }
    }

    /// The line in at most this many columns: what matters least is left out first.
    ///
    /// - Parameter usesColor: whether failures and caps have their colors.
    package func text(columns: Int? = nil, usesColor: Bool = false) -> String {
        var parts = parts
        if let columns {
            while parts.count > 1, DisplayWidth.of(parts.map(\.text).joined(separator: "  ")) > columns {
                guard let lower = parts.indices.max(by: { parts[$0].rank < parts[$1].rank }) else { break }
                parts.remove(at: lower)
            }
            if parts.count == 1 { return DisplayWidth.cut(parts.first?.text ?? "", to: columns) }
        }
        let texts = parts.map { part in
            usesColor ? part.mark?.styled(displayText(part.text)) ?? displayText(part.text) : part.text
        }
        return texts.joined(separator: "  ")
    }

    /// `the service fails (503, 6 in a row), next try in 4 s`.
    private static func words(about trouble: ServiceTrouble) -> String {
        let count = trouble.failures > 1 ? "\(HumanFormat.grouped(trouble.failures)) in a row" : nil
        let details = [trouble.code, count].compactMap(\.self).joined(separator: ", ")
        let what = trouble.code == nil ? "the service cannot be reached" : "the service fails"
        let next = trouble.wait > .seconds(0) ? ", next try in \(HumanFormat.duration(trouble.wait))" : ", trying again"
        return what + (details.isEmpty ? "" : " (\(details))") + next
    }

    /// The parts in their order, with how soon each is given up: the highest rank first.
    private var parts: [(text: String, rank: Int, mark: TextStyle?)] {
        var parts: [(String, Int, TextStyle?)] = [
            ("\(HumanFormat.grouped(done))/\(HumanFormat.grouped(total))", 0, nil)
        ]
        if total > 0 { parts.append((HumanFormat.share(done, of: total), 5, nil)) }
        if let wait { parts.append((wait, 1, nil)) }
        if let imagesPerSecond { parts.append((HumanFormat.rate(imagesPerSecond, of: "images"), 6, nil)) }
        if units > 0 { parts.append((HumanFormat.count(units, "unit"), 7, nil)) }
        if microDollars > 0 { parts.append((HumanFormat.upTo(microDollars), 4, nil)) }
        if let cap { parts.append((cap, 8, endsAtCap ? .cap : nil)) }
        if let left {
            let title = endsAtCap ? "at the cap in " : "ETA "
            parts.append((title + HumanFormat.duration(left), 3, endsAtCap ? .cap : nil))
        }
        if failed > 0 { parts.append(("\(HumanFormat.grouped(failed)) failed", 2, .failure)) }
        return parts
    }
}
