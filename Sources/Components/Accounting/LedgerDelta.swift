internal import Domain

/// By how much the ledger's sums change when units change their states.
///
/// The changes of a transaction are gathered, so that each sum is written once.
package struct LedgerDelta: Sendable {
    /// A row of the totals.
    package struct Key: Hashable, Comparable, Sendable {
        /// The rows of the run and of the account.
        package let run, account: Int64
        /// The vendor's month, `2026-11`, and the feature.
        package let month, feature: String

        /// A row.
        package init(run: Int64, account: Int64, month: String, feature: String) {
            self.run = run
            self.account = account
            self.month = month
            self.feature = feature
        }

        /// The order in which every writer changes the rows.
        package static func < (left: Key, right: Key) -> Bool {
            (left.run, left.account, left.month, left.feature)
                < (right.run, right.account, right.month, right.feature)
        }
    }

    /// What is counted in a row of the totals.
    package struct Change: Equatable, Sendable {
        /// Units that are reserved or sent, are uncertain, are settled, and are settled and can cost something.
        package var reserved = 0, uncertain = 0, settled = 0, settledPaid = 0
        /// The most that the units can cost that are not released, in millionths of a US dollar.
        package var microDollars: Int64 = 0
        /// Whether units were reserved, so that the row is made where it is missing.
        package var isReserving = false

        /// Nothing changes.
        package init() {}
    }

    /// Whose caps get room again.
    private struct Day: Hashable {
        let run, job, account: Int64
        let day: String

        /// The caps that a unit of this day counts against.
        var caps: [CapKey] {
            let month = VendorDay.month(of: day)
            return [
                CapKey(scope: .run, subject: run, period: ""), CapKey(scope: .jobDay, subject: job, period: day),
                CapKey(scope: .jobMonth, subject: job, period: month),
                CapKey(scope: .accountDay, subject: account, period: day),
                CapKey(scope: .accountMonth, subject: account, period: month),
            ]
        }
    }

    /// Changes by row of the totals.
    package private(set) var totals: [Key: Change] = [:]
    private var released: [Day: UnitSum] = [:]
    private var reserved: [CapKey: CapChange] = [:]

    /// Whether no sum changes.
    package var isEmpty: Bool { totals.isEmpty && reserved.isEmpty }

    /// By how much what counts against each cap changes.
    package var caps: [CapKey: CapChange] {
        var caps = reserved
        for (day, sum) in released {
            for key in day.caps { caps[key, default: CapChange()].sum -= sum }
        }
        return caps
    }

    /// By how much what counts against one cap changes.
    package subscript(cap: CapKey) -> CapChange {
        var change = reserved[cap] ?? CapChange()
        for (day, sum) in released where day.caps.contains(cap) { change.sum -= sum }
        return change
    }

    /// Nothing changes.
    package init() {}

    /// Takes a unit out of the sums of its state and puts it into those of the next one.
    package mutating func count(_ unit: LedgerUnit, as state: LedgerState) {
        // What is sent counts as reserved until it is known what became of it.
        guard state != .sent else { return }
        let key = Key(run: unit.run, account: unit.account, month: VendorDay.month(of: unit.day), feature: unit.feature)
        var change = totals[key] ?? Change()
        if unit.state == .uncertain { change.uncertain -= 1 } else { change.reserved -= 1 }
        switch state {
        case .uncertain: change.uncertain += 1
        case .settled:
            change.settled += 1
            if unit.microDollars > 0 { change.settledPaid += 1 }
        case .released:
            change.microDollars -= unit.microDollars
            let day = Day(run: unit.run, job: unit.job, account: unit.account, day: unit.day)
            released[day, default: UnitSum()] += UnitSum(units: 1, microDollars: unit.microDollars)
        case .reserved, .sent: break
        }
        totals[key] = change
    }

    /// Counts units of one day and feature that were sent and are settled.
    package mutating func settle(_ units: Int, paid: Int, in key: Key) {
        var change = totals[key] ?? Change()
        change.reserved -= units
        change.settled += units
        change.settledPaid += paid
        totals[key] = change
    }

    /// Counts what a reservation has taken.
    package mutating func reserve(_ reservation: Reservation) {
        for line in reservation.lines {
            let key = CapKey(scope: line.usage.scope, subject: line.subject, period: line.usage.period)
            var change = reserved[key] ?? CapChange()
            change.sum += reservation.taken
            change.cap = line.usage.cap
            reserved[key] = change
        }
        for (feature, taken) in reservation.features {
            let key = Key(
                run: reservation.run, account: reservation.account, month: reservation.day.monthKey, feature: feature)
            var change = totals[key] ?? Change()
            change.reserved += taken.units
            change.microDollars += taken.microDollars
            change.isReserving = true
            totals[key] = change
        }
    }
}
