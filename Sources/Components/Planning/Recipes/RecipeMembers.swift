internal import Crypto
internal import JSON
internal import Platform

/// The members of a recipe's `parameters` or `preparation`, as people read them.
struct RecipeMembers {
    /// One member.
    struct Member {
        /// The name; of one within an object both names: `productSearch.filter`.
        let name: String
        /// The value: `10`, `original`, `["en","de"]`, and `640x480` for `fit`.
        let value: String
    }

    /// The members in their order.
    private(set) var members: [Member] = []

    /// Reads a JSON object; nil where the text is not one.
    init?(_ json: String) {
        guard let root = try? JSONDocument(Array(json.utf8)).root, root.isObject else { return nil }
        add(root, prefix: "")
    }

    /// The value of a member; nil where there is none.
    subscript(_ name: String) -> String? { members.first { $0.name == name }?.value }

    private mutating func add(_ object: JSONNode, prefix: String) {
        for (name, node) in object.members {
            let path = prefix + name
            if node.isObject, !node.members.isEmpty {
                add(node, prefix: path + ".")
            } else {
                members.append(Member(name: path, value: words(of: node, named: name)))
            }
        }
    }
}

/// A value in few words.
private func words(of node: JSONNode, named name: String) -> String {
    if name == "fit", case let sides = node.elements.compactMap(\.integer), sides.count == 2 {
        return "\(sides[0])x\(sides[1])"
    }
    if let text = node.string, !text.isEmpty, text.utf8.allSatisfy(\.isPlain) { return shortened(text) }
    let text = node.compact(limit: .max) { _ in nil } ?? []
    return shortened(String(decoding: text, as: UTF8.self))
}

/// A text of at most some hundred bytes that still tells two texts apart: of a digest the first eight digits.
private func shortened(_ text: String) -> String {
    if text.utf8.count == 64, text.utf8.allSatisfy(\.isHexadecimal) { return String(text.prefix(8)) }
    if text.utf8.count <= maxValueLength { return text }
    return "\(text.prefix(maxValueLength / 2))... (\(text.utf8.count) bytes, \(Digest(of: text).short))"
}

/// In bytes.
private let maxValueLength = 120

extension UInt8 {
    /// Whether it is a visible character of ASCII that needs no quotation marks around it.
    fileprivate var isPlain: Bool {
        (0x21...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
            && self != UInt8(ascii: ",")
    }

    fileprivate var isHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
