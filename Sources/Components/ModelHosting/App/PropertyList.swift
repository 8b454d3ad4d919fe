internal import XML

/// The texts of a property list in XML: the members of its outermost `dict` that are strings, such as those of
/// `GoogleService-Info.plist`.
///
/// Strict: what is not a property list is refused, and nothing is ever read from another file. Values of other kinds
/// are left out; of a key that is there twice, the first one counts.
struct PropertyList {
    /// The strings by their keys.
    private(set) var strings: [String: String] = [:]

    /// Why a text is not a property list.
    struct Problem: Error, Equatable {
        /// A clause for people.
        let reason: String
    }

    /// Reads a property list.
    init(_ bytes: [UInt8]) throws(Problem) {
        if bytes.starts(with: Array("bplist".utf8)) {
            throw Problem(reason: "it is a binary property list; convert it with `plutil -convert xml1 FILE`")
        }
        let document: XMLDocument
        do throws(XMLDocument.Problem) { document = try XMLDocument(bytes, maxDepth: maxDepth) } catch {
            throw Problem(reason: "it \(error.reason)")
        }
        var path: [String] = []
        var key: String?
        var text = ""
        for event in document.events {
            switch event {
            case .open(let name):
                path.append(name)
                text = ""
                // A key, and then its value of any kind.
                let isExpected = path.count == 3 ? (name == "key") == (key == nil) : true
                guard isExpected, path.starts(with: ["plist", "dict"].prefix(path.count)) else {
                    throw Problem(reason: "it is not a property list: its element <\(name)> stands in the wrong place")
                }
            case .text(let part): text += part
            case .close(let name):
                if path.count == 3 {
                    if let known = key {
                        if name == "string" { strings[known] = strings[known] ?? text }
                        key = nil
                    } else {
                        key = text
                    }
                }
                path.removeLast()
            }
        }
    }
}

/// More than any property list of an app has.
private let maxDepth = 64
