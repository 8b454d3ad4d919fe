import Platform
import TestSupport

/// A page of the manual as a test runs it: its files and its commands, from the top down.
///
/// A block of `console` has commands behind `$ `, continued behind `> `, behind a backslash or within quotes, and below
/// each command what it prints. A block with a language and a file name, such as `yaml job.yaml`, is a file. Comments
/// directly above a block concern it: `<!-- not run: REASON -->`, and `<!-- exit: 3 -->` where one of its commands ends
/// with another status than 0. `<!-- peer: vision -->` anywhere starts a peer for the page.
struct ManualPage {
    /// A command and the lines that the page shows below it.
    struct Command {
        /// The words behind `$ `.
        var text: String
        /// What it prints; `...` stands for anything.
        var output: [String] = []
        /// Its line on the page, from 1.
        let line: Int
    }

    /// What a block holds.
    enum Content {
        case commands([Command])
        case file(name: String, text: String)
    }

    /// A fenced block that a test can do something with.
    struct Block {
        /// The line of its fence, from 1.
        let line: Int
        let content: Content
        /// Why it is not run; nil: it is.
        let exclusion: String?
        /// The exit status beside 0 that one of its commands has.
        let status: Int32?
    }

    /// The blocks, in order.
    private(set) var blocks: [Block] = []
    /// The peers that the page asks.
    private(set) var peers: Set<String> = []
    /// What the page has that a test cannot read.
    private(set) var problems: [String] = []

    /// What is known of an open fence.
    private struct Fence {
        let line: Int
        let indentation: Int
        let info: [String]
        let comments: [String]
        var lines: [String] = []
    }

    /// Reads a page.
    init(text: String) {
        var fence: Fence?
        var comments: [String] = []
        var before = ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, line) in lines.enumerated() {
            let words = line.drop { $0 == " " }
            if var open = fence {
                if words == "```" {
                    close(open)
                    fence = nil
                } else {
                    open.lines.append(String(line.dropFirst(min(open.indentation, line.prefix { $0 == " " }.count))))
                    fence = open
                }
            } else if words.hasPrefix("```") {
                fence = Fence(
                    line: index + 1, indentation: line.count - words.count,
                    info: words.dropFirst(3).split(separator: " ").map(String.init), comments: comments)
                comments = []
            } else if words.hasPrefix("<!--"), words.hasSuffix("-->") {
                comments.append(words.dropFirst(4).dropLast(3).trimmed)
                if let peer = value(of: "peer", in: comments) { peers.insert(peer) }
            } else {
                comments = []
                if line.hasPrefix("    "), before.isEmpty, words.hasPrefix("$ ") || words.hasPrefix("cairn ") {
                    problems.append("line \(index + 1): a command stands in a block that is only indented")
                }
            }
            before = line
        }
        if let fence { problems.append("line \(fence.line): a block without an end") }
    }

    /// What a comment of a name says.
    private func value(of name: String, in comments: [String]) -> String? {
        comments.last { $0.hasPrefix("\(name):") }.map { $0.dropFirst(name.count + 1).trimmed }
    }

    private mutating func close(_ fence: Fence) {
        let exclusion = value(of: "not run", in: fence.comments)
        let status = value(of: "exit", in: fence.comments)
        if exclusion == "" { problems.append("line \(fence.line): it is not said why the block is not run") }
        if let status, Int32(status) == nil { problems.append("line \(fence.line): \(status) is no exit status") }
        let content: Content
        switch fence.info.count {
        case 1 where fence.info[0] == "console": content = .commands(commands(of: fence))
        case 2: content = .file(name: fence.info[1], text: fence.lines.map { $0 + "\n" }.joined())
        case _ where exclusion != nil: content = .commands([])
        default:
            let isShell = ["sh", "bash", "shell", "zsh"].contains(fence.info.first ?? "")
            if isShell || fence.lines.contains(where: { $0.hasPrefix("$ ") }) {
                problems.append("line \(fence.line): commands stand in blocks of `console`")
            }
            return
        }
        blocks.append(
            Block(line: fence.line, content: content, exclusion: exclusion, status: status.flatMap { Int32($0) }))
    }

    private mutating func commands(of fence: Fence) -> [Command] {
        var commands: [Command] = []
        for (index, line) in fence.lines.enumerated() {
            let isOpen = commands.last.map { $0.output.isEmpty && $0.text.isUnfinishedCommand } ?? false
            if isOpen || line.hasPrefix("> ") && commands.last?.output.isEmpty == true {
                commands[commands.count - 1].text += "\n" + (line.hasPrefix("> ") ? String(line.dropFirst(2)) : line)
            } else if line.hasPrefix("$ ") {
                commands.append(Command(text: String(line.dropFirst(2)), line: fence.line + index + 1))
            } else if commands.isEmpty {
                problems.append("line \(fence.line): the block does not begin with a command")
                return []
            } else {
                commands[commands.count - 1].output.append(line)
            }
        }
        return commands
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension String {
    /// Whether a shell waits for another line of this command: within quotes, or behind a backslash.
    fileprivate var isUnfinishedCommand: Bool {
        var quote: Character?
        var isEscaped = false
        for character in self {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
        }
        return quote != nil || isEscaped
    }
}
