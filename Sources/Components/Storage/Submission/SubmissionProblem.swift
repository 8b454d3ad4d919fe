package import Platform
package import Domain

/// A source or a name that a submission could not take.
package struct SubmissionProblem: Sendable {
    /// Why.
    package let failure: Failure
    /// The name, or the source.
    package let path: FilePath
    /// Whether `path` is a name that a source gives, and not the source itself.
    package let isName: Bool

    /// A problem.
    package init(_ failure: Failure, at path: FilePath, isName: Bool) {
        self.failure = failure
        self.path = path
        self.isName = isName
    }
}
