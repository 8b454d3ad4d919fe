/// Goes through the elements of a property list, one tag after another.
///
/// It knows what property lists have of XML: elements without attributes of their own, text, the five entities and
/// characters by number, comments, CDATA, one XML declaration and one document type by its public name.
struct XMLScanner {
    /// A tag.
    private enum XMLTag: Equatable {
        case open(String)
        case close(String)
        /// `<true/>`
        case empty(String)
    }

    private let scalars: [Unicode.Scalar]
    private var at = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Goes over the tag that opens an element.
    mutating func open(_ name: String) throws(PropertyList.Problem) {
        guard try nextTag() == .open(name) else { throw unexpected("<\(name)>") }
    }

    /// Goes over the tag that closes an element.
    mutating func close(_ name: String) throws(PropertyList.Problem) {
        guard try nextTag() == .close(name) else { throw unexpected("</\(name)>") }
    }

    /// Makes sure that nothing follows.
    mutating func end() throws(PropertyList.Problem) {
        try skipBlanks()
        guard at == scalars.count else { throw unexpected("the end") }
    }

    /// The text of an element; nil at the end of the one around it.
    mutating func text(of name: String, orEndOf outer: String) throws(PropertyList.Problem) -> String? {
        switch try nextTag() {
        case .close(outer): return nil
        case .open(name): return try text(upTo: name)
        default: throw unexpected("<\(name)> or </\(outer)>")
        }
    }

    /// The text of a `string`; nil for any other value, which is gone over.
    mutating func value() throws(PropertyList.Problem) -> String? {
        switch try nextTag() {
        case .empty("string"): return ""
        case .empty: return nil
        case .open("string"): return try text(upTo: "string")
        case .open(let name):
            try skip(name)
            return nil
        case .close: throw unexpected("a value")
        }
    }

    /// Goes over all that is in an element, and its end.
    private mutating func skip(_ name: String) throws(PropertyList.Problem) {
        var open = [name]
        while let innermost = open.last {
            guard open.count <= maxDepth else { throw PropertyList.Problem(reason: "its values lie too deep") }
            while at < scalars.count, scalars[at] != "<" { at += 1 }
            switch try nextTag() {
            case .open(let name): open.append(name)
            case .close(innermost): open.removeLast()
            case .close: throw unexpected("</\(innermost)>")
            case .empty: break
            }
        }
    }

    private mutating func text(upTo name: String) throws(PropertyList.Problem) -> String {
        var text = String.UnicodeScalarView()
        while at < scalars.count {
            if isNext("<!--") {
                try skip(past: "-->")
            } else if isNext("<![CDATA[") {
                at += 9
                let start = at
                try skip(past: "]]>")
                text.append(contentsOf: scalars[start..<at - 3])
            } else if scalars[at] == "<" {
                try close(name)
                return String(text)
            } else {
                text.append(try character())
            }
        }
        throw unexpected("</\(name)>")
    }

    /// One character of a text, an entity resolved.
    private mutating func character() throws(PropertyList.Problem) -> Unicode.Scalar {
        guard scalars[at] == "&" else {
            at += 1
            return scalars[at - 1]
        }
        guard let end = scalars[at...].prefix(12).firstIndex(of: ";") else { throw unexpected("an entity") }
        let name = String(String.UnicodeScalarView(scalars[at + 1..<end]))
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = entities[name] ?? number.flatMap(Unicode.Scalar.init) else { throw unexpected("an entity") }
        at = end + 1
        return scalar
    }

    /// The next tag, behind blanks, comments and declarations.
    private mutating func nextTag() throws(PropertyList.Problem) -> XMLTag {
        try skipBlanks()
        guard at < scalars.count, scalars[at] == "<" else { throw unexpected("a tag") }
        guard let end = scalars[at...].firstIndex(of: ">") else { throw unexpected(">") }
        var inner = String(String.UnicodeScalarView(scalars[at + 1..<end]))
        let isClose = inner.hasPrefix("/")
        let isEmpty = inner.hasSuffix("/")
        if isClose { inner.removeFirst() }
        if isEmpty { inner.removeLast() }
        let words = inner.split(whereSeparator: \.isWhitespace)
        // Only the outermost element has attributes: its version.
        guard let name = words.first, words.count == 1 || name == "plist", name.allSatisfy(\.isLetter),
            !isClose || !isEmpty
        else { throw unexpected("a tag") }
        at = end + 1
        return isClose ? .close(String(name)) : isEmpty ? .empty(String(name)) : .open(String(name))
    }

    private mutating func skipBlanks() throws(PropertyList.Problem) {
        while at < scalars.count {
            if scalars[at].properties.isWhitespace || scalars[at] == "\u{FEFF}" {
                at += 1
            } else if isNext("<!--") {
                try skip(past: "-->")
            } else if isNext("<?") {
                try skip(past: "?>")
            } else if isNext("<!DOCTYPE") {
                let start = at
                try skip(past: ">")
                guard !scalars[start..<at].contains("[") else {
                    throw PropertyList.Problem(reason: "it declares entities of its own")
                }
            } else {
                return
            }
        }
    }

    private mutating func skip(past mark: String) throws(PropertyList.Problem) {
        while at < scalars.count, !isNext(mark) { at += 1 }
        guard at < scalars.count else { throw unexpected(mark) }
        at += mark.unicodeScalars.count
    }

    private func isNext(_ mark: String) -> Bool { scalars[at...].starts(with: mark.unicodeScalars) }

    private func unexpected(_ wanted: String) -> PropertyList.Problem {
        let line = 1 + scalars.prefix(at).count { $0 == "\n" }
        return PropertyList.Problem(reason: "it is not a property list: expected \(wanted) in line \(line)")
    }
}

private let entities: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
/// More than any property list of an app has.
private let maxDepth = 64
