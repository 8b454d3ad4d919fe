extension JSONNode {
    /// Where the value stands in its text: `responses[3].labelAnnotations[0].score`; empty for the outermost.
    ///
    /// It is looked for from the outside on each call: for messages only.
    package var path: String {
        var path = ""
        var node = JSONNode(tape: tape, index: 0)
        while node.index < index {
            if node.isArray {
                guard let (place, child) = node.elements.enumerated().first(where: { $0.element.holds(index) }) else {
                    return path
                }
                path += "[\(place)]"
                node = child
            } else {
                guard let (name, child) = node.members.first(where: { $0.value.holds(index) }) else { return path }
                path += path.isEmpty ? name : ".\(name)"
                node = child
            }
        }
        return path
    }

    /// Whether an entry is this value's, or of a value that lies in it.
    private func holds(_ wanted: Int) -> Bool { wanted >= index && wanted < Int(tape.entries[index].next) }
}
