package import Domain

/// What a run's claims of one moment are booked on, and the room that its caps leave.
package struct Reservation: Sendable {
    /// One cap's row.
    package struct CapRow: Equatable, Sendable {
        /// The row of the run, the job or the account that the cap is for.
        package let subject: Int64
        /// What counts against it.
        package let usage: CapUsage

        /// A cap's row.
        package init(subject: Int64, usage: CapUsage) {
            self.subject = subject
            self.usage = usage
        }
    }

    /// The rows of the run and of the account.
    package let run, account: Int64
    /// The vendor's day.
    package let day: VendorDay
    /// Everything that counts against a cap, whether it has one or not: a cap that comes later counts what was before
    /// it.
    package let lines: [CapRow]
    /// What was taken.
    package private(set) var taken = UnitSum()
    /// What was taken, by feature.
    package private(set) var features: [String: UnitSum] = [:]

    /// A reservation of nothing.
    package init(run: Int64, account: Int64, day: VendorDay, lines: [CapRow]) {
        self.run = run
        self.account = account
        self.day = day
        self.lines = lines
    }

    /// The first cap that some more units would pass; nil where there is room for them.
    ///
    /// - Parameter microDollars: the most they can cost; nil where that is not known: no cap in money has room for
    ///   them.
    package func stopReason(to units: Int, costing microDollars: Int64?) -> CapUsage? {
        for line in lines {
            let usage = line.usage
            let hasUnits = usage.cap.units.map { usage.units + taken.units + units <= $0 } ?? true
            let hasMoney =
                usage.cap.microDollars.map { cap in
                    microDollars.map { usage.microDollars + taken.microDollars + $0 <= cap } ?? false
                } ?? true
            if hasUnits, hasMoney { continue }
            return CapUsage(
                scope: usage.scope, owner: usage.owner, period: usage.period, units: usage.units + taken.units,
                microDollars: usage.microDollars + taken.microDollars, cap: usage.cap, opensAt: usage.opensAt)
        }
        return nil
    }

    /// Takes one unit.
    package mutating func reserve(_ feature: String, costing microDollars: Int64) {
        let unit = UnitSum(units: 1, microDollars: microDollars)
        taken += unit
        features[feature, default: UnitSum()] += unit
    }
}

extension Reservation {
    /// Whether more counts against one of the caps than it allows: one was lowered, and what is reserved and not sent
    /// must go back.
    package var isOverdrawn: Bool { lines.contains(where: \.isOverdrawn) }

    /// How many more images the caps leave room for, if each asks for the same; nil where no cap says.
    ///
    /// - Parameter costs: the units of one image, at least one.
    package func room(forImagesOf costs: [UnitCost]) -> CapHeadroom? {
        lines.map(\.usage).compactMap { usage in
            let byUnits = usage.unitsLeft.map { $0 / max(1, costs.count) }
            let byMoney: Int? = usage.microDollarsLeft.flatMap { left in
                guard let sum = costs.microDollars else { return 0 }
                return sum > 0 ? Int(left / sum) : nil
            }
            return [byUnits, byMoney].compactMap { $0 }.min().map { CapHeadroom(images: $0, cap: usage) }
        }.min { $0.images < $1.images }
    }
}

extension Reservation.CapRow {
    /// Whether more counts against the cap than it allows.
    package var isOverdrawn: Bool {
        usage.cap.units.map { usage.units > $0 } ?? false
            || usage.cap.microDollars.map { usage.microDollars > $0 } ?? false
    }

    /// Whether the cap holds a request's own units beside all that was sent or is closed.
    ///
    /// - Parameter reserved: all units that count against the cap and are only reserved, these among them: each request
    ///   asks the same before it is sent.
    package func holds(_ own: UnitSum, whenReserved reserved: UnitSum) -> Bool {
        if let cap = usage.cap.units, usage.units - reserved.units + own.units > cap { return false }
        if let cap = usage.cap.microDollars, usage.microDollars - reserved.microDollars + own.microDollars > cap {
            return false
        }
        return true
    }
}
