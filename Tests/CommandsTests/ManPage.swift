import Platform
import TestSupport

/// A page for `man`, in roff, from words that are written as in the help and in Markdown.
struct ManPage {
    /// The file: `cairn-run.1`.
    let file: String
    private var lines: [String]

    /// A page with its head and what `apropos` finds it by.
    init(_ name: String, _ section: Int, _ summary: String) {
        file = "\(name).\(section)"
        lines = [
            ".\\\" Made by a test from the program's own tables; `make goldens` writes it again.",
            // Ragged, and without hyphens that no command line has.
            ".TH \(Self.literal(name.uppercased())) \(section) \"\" \"cairn\" \"Cairn\"", ".nh", ".ad l", ".SH NAME",
            "\(Self.literal(name)) \\- \(Self.roff(summary))",
        ]
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func section(_ title: String) { lines.append(".SH \(Self.roff(title.uppercased()))") }

    mutating func part(_ title: String) { lines.append(".SS \(Self.roff(title))") }

    mutating func paragraph(_ words: String) { lines += [".PP", Self.roff(words)] }

    /// Something with what is said of it below, further in.
    mutating func item(_ head: String, _ words: String) { lines += [".TP", head, Self.roff(words)] }

    /// Lines that stay as they are.
    mutating func code(_ code: [String]) {
        lines += [".PP", ".in +4n", ".nf"] + code.map { Self.protected(Self.literal($0)) } + [".fi", ".in"]
    }

    /// Adds a line to what was said last.
    mutating func add(_ roff: String) { lines.append(roff) }

    /// A text in bold, with each character as it is typed.
    static func bold(_ text: String) -> String { "\\fB\(literal(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(literal(text))\\fR" }

    /// Running text: what stands between backticks is bold, a link is its text.
    static func roff(_ markdown: String) -> String {
        let plain = markdown.replacing(/\[([^\]]+)\]\([^)]*\)/) { $0.1 }.replacing("\\|", with: "|")
            .replacing("**", with: "")
        let parts = plain.split(separator: "`", omittingEmptySubsequences: false)
        let marked = parts.enumerated().map { index, part in
            index % 2 == 1 ? bold(String(part)) : escaped(String(part))
        }
        return protected(marked.joined())
    }

    /// A dash is one that a shell takes, and long words may break behind a slash or a comma.
    private static func literal(_ text: String) -> String {
        escaped(text).replacing("-", with: "\\-").replacing("/", with: "/\\:").replacing(",", with: ",\\:")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("'", with: "\\(aq").replacing("^", with: "\\(ha")
            .replacing("~", with: "\\(ti").replacing("`", with: "\\(ga")
    }

    /// A dot at the start of a line would make it a request.
    private static func protected(_ line: String) -> String { line.hasPrefix(".") ? "\\&\(line)" : line }
}
