/// What may be spent: caps that are never passed.
package struct Budget: Equatable, Sendable {
    /// One cap, in units, in money, or in both.
    package struct Cap: Equatable, Sendable {
        /// The most units: one feature on one image each.
        package var units: Int?
        /// At most so much money, in whole millionths of a US dollar, so that sums are exact.
        package var microDollars: Int64?

        /// A cap.
        package init(units: Int? = nil, microDollars: Int64? = nil) {
            self.units = units
            self.microDollars = microDollars
        }
    }

    /// For each run.
    package var run: Cap?
    /// For each of the vendor's days.
    package var day: Cap?
    /// For each of the vendor's billing months.
    package var month: Cap?

    /// A budget without caps.
    package init() {}
}
