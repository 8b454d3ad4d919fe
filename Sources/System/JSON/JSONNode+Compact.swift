internal import Text

extension JSONNode {
    /// The value as JSON on one line, every character that is not to be seen as an escape; nil where it is longer than
    /// the limit.
    ///
    /// - Parameter replacing: JSON that stands for a value, where there is such a thing.
    package func compact(limit: Int, replacing: (JSONNode) -> String?) -> [UInt8]? {
        var bytes: [UInt8] = []
        return append(to: &bytes, limit, replacing) ? bytes : nil
    }

    /// Appends the value; false when there is more than the limit.
    private func append(to bytes: inout [UInt8], _ limit: Int, _ replacing: (JSONNode) -> String?) -> Bool {
        if let other = replacing(self) {
            bytes += other.utf8
        } else if isArray {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                guard element.append(to: &bytes, limit, replacing) else { return false }
            }
            bytes.append(UInt8(ascii: "]"))
        } else if isObject {
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(jsonOf: Array(member.name.utf8))
                bytes.append(UInt8(ascii: ":"))
                guard member.value.append(to: &bytes, limit, replacing) else { return false }
            }
            bytes.append(UInt8(ascii: "}"))
        } else if let string {
            bytes.append(jsonOf: Array(string.utf8))
        } else {
            bytes += text
        }
        return bytes.count <= limit
    }
}

extension JSONNode {
    /// Where the value stands in its text: `responses[3].labelAnnotations[0].score`; empty for the outermost.
    ///
    /// It is looked for from the outside on each call: for messages only.
    package var path: String {
        var path = ""
        var node = JSONNode(tape: tape, index: 0)
        while node.index < index {
            guard let (number, name, child) = node.child(holding: index) else { return path }
            if let name { path += path.isEmpty ? name : ".\(name)" } else { path += "[\(number)]" }
            node = child
        }
        return path
    }

    /// The element or member that is an entry, or in which that entry lies: its number, and a member's name.
    private func child(holding wanted: Int) -> (number: Int, name: String?, JSONNode)? {
        var (at, number) = (index + 1, 0)
        while at <= wanted {
            let value = JSONNode(tape: tape, index: isObject ? at + 1 : at)
            let next = Int(tape.entries[value.index].next)
            if wanted < next {
                let name = isObject ? JSONNode(tape: tape, index: at).string ?? "" : nil
                return wanted < value.index ? nil : (number, name, value)
            }
            (at, number) = (next, number + 1)
        }
        return nil
    }
}
