/// A cap, and what counts against it.
package struct CapUsage: Equatable, Sendable {
    /// What the cap is for.
    package let scope: CapScope
    /// The job's or the account's name.
    package let owner: String
    /// Which day or month of the vendor's: `2026-11-21`, `2026-11`; empty for a run.
    package let period: String
    /// Settled, uncertain and reserved units.
    package let units: Int
    /// Those of them that are uncertain, in reports; 0 for the cap that keeps work waiting.
    package let uncertain: Int
    /// The most they can cost, in millionths of a US dollar.
    package let microDollars: Int64
    /// The cap; without units and money where none is set.
    package let cap: Budget.Cap
    /// When it opens again; nil for a cap that does not end by itself.
    package let opensAt: Timestamp?

    /// Units that are left; nil where units have no cap.
    package var unitsLeft: Int? { cap.units.map { max(0, $0 - units) } }
    /// Millionths of a US dollar that are left; nil where money has no cap.
    package var microDollarsLeft: Int64? { cap.microDollars.map { max(0, $0 - microDollars) } }

    /// Whether units or money have nothing left.
    package var isReached: Bool { unitsLeft == 0 || microDollarsLeft == 0 }

    /// Which part of it is used, of units or of money, whichever is more: 1 where it is reached.
    package var usedPart: Double {
        max(
            cap.units.map { Double(units) / Double(max(1, $0)) } ?? 0,
            cap.microDollars.map { Double(microDollars) / Double(max(1, $0)) } ?? 0)
    }

    /// The same with another number of uncertain units.
    package func with(uncertain: Int) -> CapUsage {
        CapUsage(
            scope: scope, owner: owner, period: period, units: units, uncertain: uncertain, microDollars: microDollars,
            cap: cap, opensAt: opensAt)
    }

    /// A cap with what counts against it.
    package init(
        scope: CapScope, owner: String, period: String, units: Int, uncertain: Int = 0, microDollars: Int64,
        cap: Budget.Cap, opensAt: Timestamp? = nil
    ) {
        self.scope = scope
        self.owner = owner
        self.period = period
        self.units = units
        self.uncertain = uncertain
        self.microDollars = microDollars
        self.cap = cap
        self.opensAt = opensAt
    }
}

/// What a cap is for; the raw value is the store's word.
package enum CapScope: String, Sendable {
    /// One run.
    case run
    /// All runs of a job on one of the vendor's days.
    case jobDay = "job_day"
    /// All runs of a job in one of the vendor's months.
    case jobMonth = "job_month"
    /// All jobs of an account on one of the vendor's days.
    case accountDay = "account_day"
    /// All jobs of an account in one of the vendor's months.
    case accountMonth = "account_month"
}

/// How many more images a cap leaves room for.
package struct CapHeadroom: Equatable, Sendable {
    /// What is left; 0 where the cap is reached.
    package let images: Int
    /// The cap that leaves the least.
    package let cap: CapUsage

    /// A value of these parts.
    package init(images: Int, cap: CapUsage) {
        self.images = images
        self.cap = cap
    }
}
