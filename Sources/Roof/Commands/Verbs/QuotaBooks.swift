internal import Storage
internal import Vocabulary

/// `cairn quota show`: the books by account, month and feature, and what the caps leave.
struct QuotaBooks {
    private let place: Workplace
    private let store: Store

    init(_ place: Workplace, _ store: Store) {
        self.place = place
        self.store = store
    }

    /// Shows them: two tables, or one object with both.
    func show(of account: String?) throws(Stop) {
        let (columns, rows) = try spending(of: account)
        let caps = try place.stopping(Message.init) { () throws(StoreError) in try store.accountCaps() }
            .filter { account == nil || $0.owner == account }
        if place.common.json {
            var object = JSONObject()
            object.add(
                "spending",
                rows.map { row in
                    var object = JSONObject()
                    object.add(columns, row)
                    return object
                })
            object.add("caps", caps.map(\.json))
            return place.console.output(object.text + [0x0A])
        }
        if rows.isEmpty { place.narrator.say("nothing was billed yet") } else { place.write(columns, rows) }
        guard !caps.isEmpty else { return }
        if !rows.isEmpty { place.console.write("\n") }
        place.write(CapLine.columns, caps.map(\.cells))
        if caps.allSatisfy({ $0.cap == Budget.Cap() }) {
            place.narrator.say("no account has a cap; `cairn quota set` sets one")
        }
    }

    /// The view `spending`, and what is left of the present month's free units.
    private func spending(of account: String?) throws(Stop) -> (columns: [String], rows: [[Cell]]) {
        var columns: [String] = []
        var rows: [[Cell]] = []
        // A query shows what is there, whatever it is.
        _ = try place.stopping(Message.init) { () throws(StoreError) in try store.featureUnits() }
        try place.stopping(Message.init) { () throws(QueryError) in
            try store.query(
                """
                SELECT s.*, iif(s.month = :month, max(0, p.free_units - s.units_settled - s.units_uncertain - s.units_reserved),
                    NULL) AS units_free_left
                FROM spending AS s LEFT JOIN price AS p USING (feature)
                WHERE :account IS NULL OR s.account = :account ORDER BY s.account, s.month, s.feature
                """,
                parameters: [
                    "account": account.map { .text($0) } ?? .null,
                    "month": .text(VendorDay(of: place.clock.now()).monthKey),
                ], limit: nil
            ) {
                columns = $0
            } row: {
                rows.append($0)
                return true
            }
        }
        return (columns, rows)
    }
}
