/// Why a manifest is no job: every complaint there is, in the order of their places.
package struct ManifestError: Error, Equatable, Sendable {
    /// The complaints; never none.
    package let complaints: [Complaint]

    /// An error; the complaints are put in order.
    init(_ complaints: [Complaint]) {
        self.complaints = complaints.sorted { left, right in
            (left.line, left.column, left.keyPath, left.message)
                < (right.line, right.column, right.keyPath, right.message)
        }
    }
}

extension ManifestError: CustomStringConvertible {
    /// A line for each complaint.
    package var description: String { complaints.map(\.description).joined(separator: "\n") }
}
