internal import SQLite
internal import Vocabulary

/// The most that one unit can cost, in millionths of a US dollar.
struct UnitCost {
    let recipe: RecipeID
    let feature: String
    let microDollars: Int64
    /// Whether it has a price at all.
    let hasPrice: Bool
}

/// What a run's claims of one moment are booked on, and the room that its caps leave.
struct Bill {
    /// One cap's row, by what it is for.
    struct Line {
        let scope: CapScope
        let subject: Int64
        let period: String
        let units: Int
        let microDollars: Int64
        let cap: Budget.Cap
        let until: Timestamp?
    }

    let run, account: Int64
    let day: VendorDay
    /// Everything that counts against a cap, whether it has one or not: a cap that comes later counts what was before it.
    let lines: [Line]
    /// Units taken by this bill.
    private(set) var units = 0
    /// The most they can cost.
    private(set) var microDollars: Int64 = 0
    /// Units by feature, with the most they can cost.
    private(set) var features: [String: (units: Int, microDollars: Int64)] = [:]

    init(run: Int64, account: Int64, day: VendorDay, lines: [Line]) {
        self.run = run
        self.account = account
        self.day = day
        self.lines = lines
    }

    /// The first cap that some more units would pass; nil where there is room for them.
    ///
    /// - Parameter microDollars: the most they can cost; nil where nobody can say: no cap in money has room for them.
    func obstacle(to units: Int, costing microDollars: Int64?) -> CapReached? {
        for line in lines {
            let hasUnits = line.cap.units.map { line.units + self.units + units <= $0 } ?? true
            let hasMoney =
                line.cap.microDollars.map { cap in
                    microDollars.map { line.microDollars + self.microDollars + $0 <= cap } ?? false
                } ?? true
            if hasUnits, hasMoney { continue }
            return CapReached(
                scope: line.scope, units: line.units + self.units, microDollars: line.microDollars + self.microDollars,
                cap: line.cap, until: line.until)
        }
        return nil
    }

    /// Takes one unit.
    mutating func take(_ feature: String, costing microDollars: Int64) {
        units += 1
        self.microDollars += microDollars
        let before = features[feature] ?? (0, 0)
        features[feature] = (before.units + 1, before.microDollars + microDollars)
    }
}
