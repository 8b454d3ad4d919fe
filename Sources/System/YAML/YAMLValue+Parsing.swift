extension YAMLValue {
    /// The tree of the one document in some bytes: UTF-8, with or without a byte order mark.
    ///
    /// JSON is YAML, and so is read too.
    package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
        let start = YAMLPosition(line: 1, column: 1)
        guard bytes.count <= limits.bytes else {
            throw YAMLError(at: start, "\(bytes.count) bytes, and no more than \(limits.bytes) are taken")
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            let good = validStart(of: body)
            throw YAMLError(
                at: YAMLPosition(of: good.utf8.count, in: good), "this is not UTF-8; save the file in that encoding")
        }
        guard let parser = YAMLEventParser(text) else { throw YAMLError(at: start, "no memory") }
        var composer = YAMLComposer(parser, limits: limits)
        self = try composer.document()
    }
}

/// What comes before the first byte that is not UTF-8.
private func validStart(of bytes: ArraySlice<UInt8>) -> String {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var good = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&rest) { good.append(scalar) }
    return String(good)
}
