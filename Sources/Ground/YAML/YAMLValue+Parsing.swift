extension YAMLValue {
    /// The tree of the one document in some bytes: UTF-8, with or without a byte order mark.
    ///
    /// JSON is YAML, and so is read too.
    package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
        let start = YAMLPosition(line: 1, column: 1)
        guard bytes.count <= limits.bytes else {
            throw YAMLError(at: start, "\(bytes.count) bytes, and no more than \(limits.bytes) are taken")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if let offset = firstInvalid(in: text) {
            throw YAMLError(
                at: YAMLPosition(of: offset, in: text), "this is not UTF-8; save the file in that encoding")
        }
        guard let parser = YAMLEventParser(text) else { throw YAMLError(at: start, "no memory") }
        var composer = YAMLComposer(parser, limits: limits)
        self = try composer.document()
    }
}

/// How many bytes come before the first that is not UTF-8; nil where all are.
private func firstInvalid(in text: ArraySlice<UInt8>) -> Int? {
    if String(validating: text, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var bytes = text.makeIterator()
    var good = 0
    while true {
        switch decoder.decode(&bytes) {
        case .scalarValue(let scalar): good += UTF8.width(scalar)
        case .emptyInput: return nil
        case .error: return good
        }
    }
}
