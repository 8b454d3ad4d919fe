/// What a report says of a job as a whole, beside its images.
package struct JobOverview: Sendable {
    /// What was asked on one day.
    package struct DayCount: Sendable {
        /// The day in UTC: `2026-11-21`.
        package let date: String
        /// Tries that ended.
        package let asked: Int
        package let failed: Int
        /// Millionths of a US dollar at the most.
        package let maxMicroDollars: Int64

        /// A day.
        package init(date: String, asked: Int, failed: Int, maxMicroDollars: Int64) {
            self.date = date
            self.asked = asked
            self.failed = failed
            self.maxMicroDollars = maxMicroDollars
        }
    }

    /// What fails now in one way.
    package struct FailureGroup: Sendable {
        package let kind: String
        package let code: String?
        package let count: Int
        /// How many of these are names that could not be read and so have no image.
        package let unreadable: Int
        /// The reason of one of them.
        package let message: String
        /// A name of one of them.
        package let path: String

        /// A group.
        package init(kind: String, code: String?, count: Int, unreadable: Int, message: String, path: String) {
            self.kind = kind
            self.code = code
            self.count = count
            self.unreadable = unreadable
            self.message = message
            self.path = path
        }
    }

    package let job: String
    /// The recipes whose answers its rows show.
    package let recipes: [ShownRecipe]
    package let units: Int
    /// How many of them may or may not have been billed.
    package let uncertainUnits: Int
    package let minDollars: Double
    package let maxDollars: Double
    /// The days on which something was asked, the first one first.
    package let days: [DayCount]
    /// The greatest groups first.
    package let failures: [FailureGroup]

    /// An overview.
    package init(
        job: String, recipes: [ShownRecipe], units: Int, uncertainUnits: Int, minDollars: Double, maxDollars: Double,
        days: [DayCount], failures: [FailureGroup]
    ) {
        self.job = job
        self.recipes = recipes
        self.units = units
        self.uncertainUnits = uncertainUnits
        self.minDollars = minDollars
        self.maxDollars = maxDollars
        self.days = days
        self.failures = failures
    }
}
