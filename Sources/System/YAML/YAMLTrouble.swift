/// libyaml's complaints in words that say what to do.
enum YAMLTrouble {
    /// Of a line whose indentation holds a tab.
    static let indentedWithTab = "this line is indented with a tab; YAML allows only spaces"

    /// A clause for a problem, and what was being read when it came up.
    static func explain(problem: String, context: String?) -> String {
        for (known, words) in explanations where problem.contains(known) { return words }
        guard let context, context != problem else { return problem }
        return "\(problem) \(context)"
    }

    /// libyaml's wording (0.2.5, scanner.c, parser.c and reader.c) and ours.
    private static let explanations = [
        (
            "found character that cannot start any token",
            "a value cannot start with this character; "
                + "quote a value that starts with @, ` or %, and put no tab before it"
        ),
        (
            "found a tab character that violates indentation",
            indentedWithTab
        ),
        (
            "mapping values are not allowed in this context",
            "a `key: value` cannot stand here; check the indentation, and quote a value that holds a colon and a space"
        ),
        (
            "did not find expected key",
            "expected another key in line with those above it; check the indentation and the quotes"
        ),
        (
            "could not find expected ':'",
            "expected a colon and a space after this key"
        ),
        (
            "did not find expected '-' indicator",
            "expected another `- ` in line with those above it; check the indentation"
        ),
        (
            "did not find expected ',' or ']'",
            "expected a comma or the closing ]"
        ),
        (
            "did not find expected ',' or '}'",
            "expected a comma or the closing }"
        ),
        (
            "found unexpected end of stream",
            "the file ends inside a quoted text; the closing quote is missing"
        ),
        (
            "invalid Unicode character escape code",
            "this escape is half of a surrogate pair, which YAML does not have; "
                + "write the character itself, or all of it as \\UXXXXXXXX"
        ),
        (
            "control characters are not allowed",
            "control characters (a NUL byte, say) are not allowed in YAML"
        ),
    ]
}
