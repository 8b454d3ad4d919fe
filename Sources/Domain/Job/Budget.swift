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

/// The account that a run is billed to, and its caps.
package struct Billing: Equatable, Sendable {
    /// The account: by default the cloud project's id.
    package var account: String
    /// The caps of the run's manifest.
    package var budget: Budget
    /// How fast requests and images may go, in all processes together.
    package var pace: Pace
    /// The most images that the service takes in one request.
    package var maxImages: Int

    /// A bill.
    package init(account: String, budget: Budget, pace: Pace = Pace(), maxImages: Int = 1) {
        self.account = account
        self.budget = budget
        self.pace = pace
        self.maxImages = maxImages
    }

    /// How long after a request with `images` images the next one may start, in microseconds; nil where nothing is
    /// said.
    package func spacing(images: Int) -> Int64? {
        pace.spacing(images: images, maxImages: pace.maxImages(of: maxImages))
    }
}
