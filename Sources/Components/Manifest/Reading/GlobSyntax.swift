/// The shape of a pattern of paths, checked before any folder is walked.
enum GlobSyntax {
    /// What is wrong with a pattern; nil where nothing is.
    ///
    /// `[` starts a set of characters whose first may be `]` itself (after `!` or `^` too), `{` a list of alternatives,
    /// and a backslash takes what follows as it is.
    static func trouble(in pattern: String) -> String? {
        var rest = Array(pattern.utf8)[...]
        var open = 0
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"):
                guard rest.popFirst() != nil else { return "a backslash with nothing behind it" }
            case UInt8(ascii: "["):
                if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") { rest.removeFirst() }
                guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else {
                    return "a `[` that is never closed"
                }
                rest = rest[(end + 1)...]
            case UInt8(ascii: "{"):
                open += 1
            case UInt8(ascii: "}"):
                guard open > 0 else { return "a `}` that nothing opens" }
                open -= 1
            default: break
            }
        }
        return open > 0 ? "a `{` that is never closed" : nil
    }
}
