package import Domain

/// What a plan would do, in numbers: the reasons first.
package struct PlanSummary: Equatable, Sendable {
    /// Images, with what is asked of them.
    package struct Count: Equatable, Sendable {
        /// How many images.
        package var images = 0
        /// Their units.
        package var units = 0
        /// The most that these cost, in millionths of a US dollar; nil where a feature has no price.
        package var microDollars: Int64? = 0

        /// Nothing.
        package init() {}

        /// The sums of some images.
        package init(of groups: [CapForecast.Group]) {
            for group in groups {
                images = images.saturatingAdd(group.images)
                units = units.saturatingAdd(group.units.saturatingMultiply(group.images))
                microDollars = microDollars.flatMap { sum in
                    group.microDollars.map { sum.saturatingAdd($0.saturatingMultiply(Int64(group.images))) }
                }
            }
        }
    }

    /// What was before and is now, and the images that are asked about because of it.
    package struct Change: Equatable, Sendable {
        /// The feature that is asked otherwise.
        package let feature: FeatureType
        /// What differs, each as `maxResults 10 -> 12`.
        package let differences: [String]
        /// The images.
        package let count: Count
    }

    /// One reason.
    package struct Reason: Equatable, Sendable {
        package let kind: PlanReason.Kind
        /// The images that have it.
        package let count: Count
        /// What is asked otherwise, in the order of first mention; empty but for a changed model and changed
        /// parameters.
        package let changes: [Change]
    }

    /// The reasons that there are, in a fixed order.
    package let reasons: [Reason]
    /// All images that are asked about.
    package let total: Count
    /// What is known already: images that need nothing, the units that need not be asked, those of images that lack
    /// others among them, and what asking them would cost more.
    package let known: Count
    /// Units and money by feature.
    package let cost: CostEstimate
    /// The time from the first request's start to the last one's; nil where no pace is set.
    package let time: TimeSpan?
    /// The models that are asked.
    package let models: [ModelVersion]
}

extension Pace {
    /// The time from the first request's start to the last one's; nil where the pace says nothing of time.
    ///
    /// - Parameters:
    ///   - images: how many are asked about, in requests that are full but for the last.
    ///   - imagesInRequest: the most images that the backend takes in one request.
    package func time(images: Int, imagesInRequest: Int) -> TimeSpan? {
        let batch = max(1, maxImages(of: max(1, imagesInRequest)))
        guard let space = spacing(images: batch, maxImages: batch) else { return nil }
        let spaces = images > 0 ? (images - 1) / batch : 0
        return TimeSpan(milliseconds: space.saturatingMultiply(Int64(spaces)) / 1000)
    }
}
