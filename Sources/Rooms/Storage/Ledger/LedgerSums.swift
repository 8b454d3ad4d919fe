/// What the ledger's sums change by when units move: gathered, so that each sum is written once.
struct LedgerSums {
    /// A row of the totals.
    struct Key: Hashable, Comparable {
        let run, account: Int64
        let month, feature: String

        static func < (left: Key, right: Key) -> Bool {
            (left.run, left.account, left.month, left.feature)
                < (right.run, right.account, right.month, right.feature)
        }
    }

    /// What is counted in it.
    struct Change {
        var reserved = 0
        var uncertain = 0
        var settled = 0
        var settledPaid = 0
        var releasedMicroDollars: Int64 = 0
    }

    /// Whose caps get room again.
    struct Day: Hashable, Comparable {
        let run, account: Int64
        let day: String

        static func < (left: Day, right: Day) -> Bool {
            (left.run, left.account, left.day) < (right.run, right.account, right.day)
        }
    }

    private(set) var totals: [Key: Change] = [:]
    private(set) var released: [Day: (units: Int, microDollars: Int64)] = [:]

    /// Takes a unit out of the sums of its old state and puts it into those of the new one.
    mutating func count(_ unit: Store.OpenUnit, as state: Store.LedgerState) {
        // What is sent counts as reserved until it is known what became of it.
        guard state != .sent else { return }
        let key = Key(run: unit.run, account: unit.account, month: String(unit.day.prefix(7)), feature: unit.feature)
        var change = totals[key] ?? Change()
        if unit.state == Store.LedgerState.uncertain.rawValue { change.uncertain -= 1 } else { change.reserved -= 1 }
        switch state {
        case .uncertain: change.uncertain += 1
        case .settled:
            change.settled += 1
            if unit.microDollars > 0 { change.settledPaid += 1 }
        case .released:
            change.releasedMicroDollars += unit.microDollars
            let day = Day(run: unit.run, account: unit.account, day: unit.day)
            let before = released[day] ?? (0, 0)
            released[day] = (before.units + 1, before.microDollars + unit.microDollars)
        case .reserved, .sent: break
        }
        totals[key] = change
    }

    /// Counts units of one day and feature that were sent and are settled.
    mutating func settle(_ units: Int, paid: Int, in key: Key) {
        var change = totals[key] ?? Change()
        change.reserved -= units
        change.settled += units
        change.settledPaid += paid
        totals[key] = change
    }
}
