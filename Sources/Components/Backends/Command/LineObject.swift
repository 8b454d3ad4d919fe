internal import JSON
internal import ShortAnswers
internal import Text

/// The JSON object of a line that a program wrote.
struct LineObject {
    let root: JSONNode
    private let names: [String]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(ProtocolBreach) {
        self.bytes = bytes
        do throws(AnswerRefusals) {
            root = try StrictJSON.read(bytes).0.root
        } catch {
            throw ProtocolBreach("\(error.description), in the line \(LineObject.beginning(of: bytes))")
        }
        names = root.members.map(\.name)
        guard root.isObject else { throw ProtocolBreach("a line is not a JSON object: \(beginning)") }
    }

    /// The line's first characters, for a message.
    var beginning: String { LineObject.beginning(of: bytes) }

    func has(_ name: String) -> Bool { names.contains(name) }

    /// A member's text, of at most 1,000 bytes.
    func text(_ name: String) throws(ProtocolBreach) -> String {
        guard let text = root[name]?.string, !text.isEmpty else { throw ProtocolBreach("`\(name)`: a text expected") }
        return readable(Array(text.utf8.prefix(1000)))
    }

    /// Refuses any other member.
    func check(_ known: String...) throws(ProtocolBreach) {
        guard let other = names.first(where: { !known.contains($0) }) else { return }
        throw ProtocolBreach("`\(readable(other))`: unknown beside `\(known[known.count > 1 ? 1 : 0])`")
    }

    static func beginning(of bytes: [UInt8]) -> String {
        "\"\(readable(Array(bytes.prefix(80))))\(bytes.count > 80 ? "..." : "")\""
    }
}
