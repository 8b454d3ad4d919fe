import Testing

/// A way for a service to refuse everything, and what users are told then.
struct Refusal: CustomTestStringConvertible, Sendable {
    /// What is wrong, in a few words: the name of its test case.
    let name: String
    /// The peer's rules; see Tests/Peers/rules.py.
    let rules: String
    /// The exit status.
    let exit: Int32
    /// What standard error has.
    let words: [String]

    var testDescription: String { name }
}
