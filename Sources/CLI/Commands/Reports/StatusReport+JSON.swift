internal import Backends
internal import Reporting
internal import Storage
internal import Domain

extension StatusReport {
    /// The report as one JSON object.
    ///
    /// - Parameter trust: what the manifests of the jobs want that needs the user's own word.
    func json(trust: [TrustDecision]) -> JSONObject {
        var object = JSONObject()
        object.add("at", .text(at.iso8601))
        object.add("workers", copy == nil ? Cell(workers) : .null)
        object.add("copy_of", Cell(copy?.original))
        object.add("copied_at", Cell(copy?.at.iso8601))
        object.add("runs", runs.map(\.json))
        object.add(
            "accounts",
            accounts.map { account in
                var object = JSONObject()
                object.add("account", .text(account.name))
                object.add("held_until", Cell(account.holdEnds?.iso8601))
                object.add("caps", account.caps.map(\.json))
                return object
            })
        object.add(
            "trust",
            trust.map { decision in
                var object = JSONObject()
                object.add("job", .text(decision.job))
                object.add("wants", .text(decision.requirements.joined(separator: ", ")))
                object.add("obeyed", Cell(decision.isObeyed ? 1 : 0))
                object.add("problem", Cell(decision.problem))
                return object
            })
        return object
    }
}

extension RunStatus {
    /// One run as a JSON object.
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add(StatusCommand.columns, StatusCommand.cells(of: self))
        object.add("priority", Cell(totals.priority))
        object.add("waits_for", Cell(waitReason?.name))
        object.add("waits_until", Cell(waitReason?.until?.iso8601))
        object.add("recipes_shown", Cell(details.pending.map { list($0.shown) }))
        object.add("recipes_pending", Cell(details.pending.map { list($0.asked) }))
        object.add("caps", caps.map(\.json))
        object.add(
            "failures",
            failures.map { failure in
                var object = JSONObject()
                object.add(
                    ["kind", "code", "count", "example", "path"],
                    [
                        .text(failure.kind), Cell(failure.code), Cell(failure.count), .text(failure.example),
                        .text(failure.path),
                    ])
                return object
            })
        return object
    }
}

/// `3,4`.
private func list(_ recipes: [RecipeID]) -> String { recipes.map { "\($0.value)" }.joined(separator: ",") }

extension RunStatus.WaitReason {
    /// The reason as one word, for programs; of a cap, with its scope.
    var name: String {
        switch self {
        case .paused: "paused"
        case .noWorker: "no_worker"
        case .copy: "copy"
        case .onHold: "account_held"
        case .capReached(let reached): "cap_reached:\(reached.scope.word)"
        case .capAhead(_, let ahead): "cap_ahead:\(ahead.scope.word)"
        case .retry: "retry"
        case .nothingEnded: "no_recent_results"
        }
    }

    /// When it ends by itself; nil where that is unknown.
    var until: Timestamp? {
        switch self {
        case .onHold(_, let until), .retry(let until): until
        case .capReached(let cap), .capAhead(_, let cap): cap.opensAt
        case .paused, .noWorker, .copy, .nothingEnded: nil
        }
    }
}

extension CapScope {
    /// The scope as one word: `job_day`.
    fileprivate var word: String { String(rawValue.map { $0 == " " ? "_" : $0 }) }
}

extension CapUsage {
    /// The columns of `cells`.
    static let columns = [
        "scope", "owner", "period", "units", "units_uncertain", "units_cap", "units_left", "usd_high", "usd_cap",
        "usd_left",
    ]

    /// The line's values.
    var cells: [Cell] {
        return [
            .text(scope.rawValue), .text(owner), period.isEmpty ? .null : .text(period), Cell(units), Cell(uncertain),
            cap.units.map { Cell($0) } ?? .null, unitsLeft.map { Cell($0) } ?? .null, Cell.dollars(microDollars),
            cap.microDollars.map(Cell.dollars) ?? .null, microDollarsLeft.map(Cell.dollars) ?? .null,
        ]
    }

    /// The line as a JSON object.
    var json: JSONObject {
        var object = JSONObject()
        object.add(CapUsage.columns, cells)
        return object
    }
}
