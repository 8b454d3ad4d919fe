/// The account that a run is billed to, and its caps.
package struct Billing: Equatable, Sendable {
    /// The account: by default the cloud project's id.
    package var account: String
    /// The caps of the run's manifest.
    package var budget: Budget
    /// How fast requests and images may go, in all processes together.
    package var pace: Pace
    /// The most images that the service takes in one request.
    package var mostImages: Int

    /// A bill.
    package init(account: String, budget: Budget, pace: Pace = Pace(), mostImages: Int = 1) {
        self.account = account
        self.budget = budget
        self.pace = pace
        self.mostImages = mostImages
    }

    /// How long after a request with `images` images the next one may start, in microseconds; nil where nothing is
    /// said.
    package func spacing(images: Int) -> Int64? {
        pace.spacing(images: images, most: pace.mostImages(of: mostImages))
    }
}
