/// Why a file is not a plan that can be applied: every complaint up to a limit, in the order of their places.
package struct PlanFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    package struct Complaint: Equatable, Sendable, CustomStringConvertible {
        /// Where: `images[3].reason`, or `line 3, column 7` where the text is not JSON; empty for the file as a whole.
        package let place: String
        /// What was expected and what was found.
        package let message: String

        /// `images[3].reason: expected a reason, found "odd"`.
        package var description: String { place.isEmpty ? message : "\(place): \(message)" }
    }

    /// The most complaints about one file.
    package static let limit = 20

    /// The complaints; never none.
    package let complaints: [Complaint]

    /// The complaints, a line each.
    package var description: String { complaints.map(\.description).joined(separator: "\n") }
}
