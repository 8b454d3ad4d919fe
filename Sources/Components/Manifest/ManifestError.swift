/// Why a manifest is not a job: every complaint, in the order of their places.
package struct ManifestError: Error, Equatable, Sendable {
    /// The complaints; never none.
    package let complaints: [Complaint]

    /// An error; the complaints are put in order.
    ///
    /// - Parameter omitted: how many more there are, which one complaint at the end counts.
    init(_ complaints: [Complaint], omitted: Int = 0) {
        var sorted = complaints.sorted { left, right in
            (left.line, left.column, left.keyPath, left.message)
                < (right.line, right.column, right.keyPath, right.message)
        }
        if omitted > 0, let last = sorted.last {
            sorted.append(
                Complaint(
                    file: last.file, line: last.line, column: last.column, keyPath: "",
                    message: "and \(omitted) more complaints; correct these first"))
        }
        self.complaints = sorted
    }
}

extension ManifestError: CustomStringConvertible {
    /// A line for each complaint.
    package var description: String { complaints.map(\.description).joined(separator: "\n") }
}
