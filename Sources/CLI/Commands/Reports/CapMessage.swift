internal import Platform
internal import Text
internal import Domain

/// Caps in words.
enum CapMessage {
    /// `this run: 118 to 120 of 500 units, 380 left; up to $0.18 of $2.00, $1.82 left`.
    static func sentence(about line: CapUsage) -> String {
        let units = line.units
        let used = line.uncertain == 0 ? "" : "\(HumanFormat.grouped(units - line.uncertain)) to "
        var parts: [String] = []
        if let cap = line.cap.units {
            let left = HumanFormat.grouped(line.unitsLeft ?? 0)
            parts.append(
                "\(used)\(HumanFormat.grouped(units)) of \(HumanFormat.count(cap, "unit")), \(left) left")
        } else {
            parts.append("\(used)\(HumanFormat.count(units, "unit"))")
        }
        if let cap = line.cap.microDollars {
            parts.append(
                "\(money(line.microDollars, of: cap)), \(HumanFormat.dollars(line.microDollarsLeft ?? 0)) left")
        } else {
            parts.append(HumanFormat.upTo(line.microDollars))
        }
        return "\(subject(of: line)): \(parts.joined(separator: "; "))"
    }

    /// What uncertain units keep of a cap, and the command that closes them as not billed; nil where there are none,
    /// and where the other ones fill the cap alone.
    ///
    /// - Parameter account: whose bill it is.
    static func doubt(about cap: CapUsage, of account: String?) -> (words: String, command: String)? {
        let settled = cap.units - cap.uncertain
        guard cap.uncertain > 0, cap.cap.units.map({ settled < $0 }) ?? true else { return nil }
        let name = account.map { " --account \(Hints.quoted(FilePath($0)))" } ?? ""
        return (
            "\(HumanFormat.grouped(cap.uncertain)) of \(HumanFormat.count(cap.units, "unit")) are uncertain: sent, and "
                + "never answered; if the vendor's bill does not have them, this opens the cap",
            "cairn quota settle --not-billed\(name)"
        )
    }

    /// How a cap's line is marked: where it leaves nothing.
    static func mark(of cap: CapUsage) -> TextStyle? { cap.isReached ? .cap : nil }

    /// The part of a cap that is used most, for a progress line: `cap for the job today 1,231 of 5,000 units`.
    static func short(_ usage: CapUsage) -> String {
        let byUnits = usage.cap.units.map { Double(usage.units) / Double(max(1, $0)) }
        let subject = "cap for \(owner(of: usage.scope))"
        if let cap = usage.cap.units, byUnits == usage.usedPart || usage.cap.microDollars == nil {
            return "\(subject) \(HumanFormat.grouped(usage.units)) of \(HumanFormat.count(cap, "unit"))"
        }
        return "\(subject) \(money(usage.microDollars, of: usage.cap.microDollars ?? 0))"
    }

    /// `up to $18.40 of $30.00`, as exactly as the cap was set.
    static func money(_ used: Int64, of cap: Int64) -> String {
        let high = cap % 10_000 == 0 ? HumanFormat.upTo(used) : "up to \(HumanFormat.setDollars(used))"
        return "\(high) of \(HumanFormat.setDollars(cap))"
    }

    /// When a cap that is reached opens again, and what to do until then.
    static func next(after reached: CapUsage) -> String {
        let step =
            switch reached.scope {
            case .run, .jobDay, .jobMonth: "raise \(key(of: reached)) and run the manifest again"
            // It is set beside the manifest, and holds at once.
            case .accountDay, .accountMonth: "raise \(key(of: reached)), then run `cairn work`"
            }
        guard let moment = reached.opensAt else { return "to continue, \(step)" }
        return "the cap opens again at \(HumanFormat.moment(moment)); to continue now, \(step)"
    }

    private static func subject(of line: CapUsage) -> String {
        switch line.scope {
        case .run: "this run"
        case .jobDay, .jobMonth: "job \(line.owner), \(line.scope == .jobDay ? "day" : "month") \(line.period)"
        case .accountDay, .accountMonth:
            "account \(displayText(line.owner)), \(line.scope == .accountDay ? "day" : "month") \(line.period)"
        }
    }

    /// Whose cap it is: `this run`, `the account today`.
    static func owner(of scope: CapScope) -> String {
        switch scope {
        case .run: "this run"
        case .jobDay: "the job today"
        case .jobMonth: "the job this month"
        case .accountDay: "the account today"
        case .accountMonth: "the account this month"
        }
    }

    /// The cap itself, of a run that it stops: `its monthly cap`.
    static func name(of scope: CapScope) -> String {
        switch scope {
        case .run: "its own cap"
        case .jobDay: "its daily cap"
        case .jobMonth: "its monthly cap"
        case .accountDay: "the account's daily cap"
        case .accountMonth: "the account's monthly cap"
        }
    }

    /// The command that raises an account's cap; USD or N stands for what is then allowed.
    static func command(for cap: CapUsage) -> String {
        let period = cap.scope == .accountDay ? "day" : "month"
        let option = cap.cap.units == nil ? "--\(period)-usd USD" : "--\(period)-units N"
        return "cairn quota set --account \(Hints.quoted(FilePath(cap.owner))) \(option)"
    }

    /// Where the cap is set.
    static func key(of cap: CapUsage) -> String {
        switch cap.scope {
        case .run: "budget.run"
        case .jobDay: "budget.day"
        case .jobMonth: "budget.month"
        case .accountDay, .accountMonth: "it with `\(command(for: cap))`"
        }
    }
}
