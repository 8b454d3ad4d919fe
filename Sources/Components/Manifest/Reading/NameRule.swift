/// What a name may be made of: ASCII characters, some of them not at its start.
struct NameRule: Sendable, CustomStringConvertible {
    /// The rule in words, for "expected ...".
    let description: String
    /// What it may start with.
    let first: String
    /// What may follow.
    let rest: String

    /// Whether digits alone are a name.
    var allowsNumbers = true

    /// Whether a text follows the rule.
    func accepts(_ text: String) -> Bool {
        guard let start = text.unicodeScalars.first, first.unicodeScalars.contains(start) else { return false }
        if !allowsNumbers, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
        return text.unicodeScalars.dropFirst().allSatisfy { rest.unicodeScalars.contains($0) }
    }

    /// The name of a job; digits alone stand for a run's number.
    static let job = NameRule(
        description:
            "a name of the characters a-z, 0-9, `.`, `_` and `-` that starts with a letter or a digit and is not a number",
        first: lower + digits, rest: lower + digits + "._-", allowsNumbers: false)
    /// A cloud project, or what stands for one as an account.
    ///
    /// Google's ids have no capitals: 6 to 30 lower-case letters, digits and hyphens, behind a domain and a colon in
    /// older ones (https://cloud.google.com/resource-manager/reference/rest/v1/projects). An account that differs in
    /// case alone would have caps of its own for the same bill.
    static let project = NameRule(
        description: "a project's id without capitals, such as my-project", first: lower + digits,
        rest: lower + digits + ".:_-")
    /// A callable function.
    static let function = NameRule(
        description: "a function's name, such as annotateImage", first: letters, rest: letters + digits + "_-")
    /// An app of a Firebase project.
    static let firebaseApp = NameRule(
        description: "an app's id, such as 1:1234567890:web:0123456789abcdef", first: digits,
        rest: letters + digits + ":")
    /// A region of the cloud.
    static let region = NameRule(
        description: "a region, such as us-central1", first: lower, rest: lower + digits + "-")
    /// A model hosted by Firebase.
    static let hostedModel = NameRule(
        description: "a hosted model's name of letters, digits, `.`, `_` and `-`", first: letters + digits,
        rest: letters + digits + "._-")
    /// The bundle of an app.
    static let bundle = NameRule(
        description: "a bundle's id, such as org.example.flowers", first: letters + digits,
        rest: letters + digits + ".-_")
    /// A language as Tesseract names it; scripts are `script/Latin`.
    static let trainedData = NameRule(
        description: "a language as Tesseract names it, such as eng", first: letters, rest: letters + digits + "_-/")
    /// A language tag, its parts joined by hyphens.
    static let languageTag = NameRule(
        description: "a language tag, such as en or zh-Hant", first: letters, rest: letters + digits + "-")
    /// An environment variable.
    static let environment = NameRule(
        description: "the name of an environment variable", first: letters + "_", rest: letters + digits + "_")
}

private let lower = "abcdefghijklmnopqrstuvwxyz"
private let letters = lower + lower.uppercased()
private let digits = "0123456789"
