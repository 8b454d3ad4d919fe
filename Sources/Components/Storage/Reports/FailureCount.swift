/// How many tasks of a run failed in one way.
package struct FailureCount: Equatable, Sendable {
    /// The kind: `damaged`.
    package let kind: String
    /// The code: `DEADLINE_EXCEEDED`; nil where there is none, and where a kind has too many failures to look at each.
    package let code: String?
    /// How many.
    package let count: Int
    /// The message of one of them.
    package let example: String
    /// The path of that one.
    package let path: String

    /// A value of these parts.
    package init(kind: String, code: String?, count: Int, example: String, path: String) {
        self.kind = kind
        self.code = code
        self.count = count
        self.example = example
        self.path = path
    }
}
