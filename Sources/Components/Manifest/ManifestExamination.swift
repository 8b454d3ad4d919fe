package import Domain

/// The result of reading a manifest: the job or its mistakes, and the parts that this version does not have.
package struct ManifestExamination: Sendable {
    /// A part of the grammar that this version understands and cannot do.
    package struct UnavailablePart: Equatable, Sendable {
        /// Where it is asked for: `images[2].sql`.
        package let keyPath: String
        /// What it is, in the plural: `sql sources`.
        package let name: String
    }

    /// The job; nil where there is a mistake.
    package let job: Job?
    /// The mistakes; nil where there is none.
    package let error: ManifestError?
    /// What this version cannot do, in the order it was read in.
    package let unavailable: [UnavailablePart]
    /// Where the keys stand; nil where the file is not YAML.
    package let places: ManifestPlaces?

    /// What came of reading, with what was noted on the way.
    init(_ job: Job?, _ complaints: Complaints, _ places: ManifestPlaces?) {
        self.job = complaints.isEmpty ? job : nil
        error = complaints.isEmpty && job != nil ? nil : complaints.error
        unavailable = complaints.unavailable
        self.places = places
    }
}
