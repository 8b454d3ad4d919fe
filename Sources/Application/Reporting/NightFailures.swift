package import Platform

/// Images that failed in one way this night.
package struct NightFailures: Equatable, Sendable {
    /// The class, as `cairn retry --kind` takes it.
    package var kind: String
    /// The library's or the service's own code.
    package var code: String?
    /// How many.
    package var count: Int
    /// The names of some of them: four are enough, of which three are shown.
    package var paths: [FilePath]
    /// What was said of one of them.
    package var example: String

    /// Failures of one kind and code.
    package init(kind: String, code: String? = nil, count: Int, paths: [FilePath], example: String = "") {
        self.kind = kind
        self.code = code
        self.count = count
        self.paths = paths
        self.example = example
    }
}
