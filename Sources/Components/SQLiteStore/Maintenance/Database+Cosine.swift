internal import SQLite

extension Database {
    /// `cosine(a, b)`: how alike two embeddings are, from -1 to 1; blobs of little-endian 32-bit floats.
    ///
    /// Null where either is null, has no length at all, or holds what is not a number.
    static func defineCosine(_ connection: Connection<SQLiteError>) throws(SQLiteError) {
        try connection.define("cosine", arguments: 2) { arguments throws(SQLiteError) in
            guard arguments.kind(0) != .null, arguments.kind(1) != .null else { return .null }
            guard arguments.kind(0) == .blob, arguments.kind(1) == .blob else {
                throw SQLiteError(refusedArgument: "cosine() takes two embeddings, such as `vector` of `embeddings`")
            }
            return try arguments.withBlob(0) { first throws(SQLiteError) in
                try arguments.withBlob(1) { second throws(SQLiteError) in Value(try cosine(first, second)) }
            }
        }
    }
}

/// The cosine of the angle between two vectors; nil where one has no direction.
private func cosine(_ first: Span<UInt8>, _ second: Span<UInt8>) throws(SQLiteError) -> Double? {
    for length in [first.count, second.count] where length % 4 != 0 {
        throw SQLiteError(
            refusedArgument: "cosine() takes blobs of 32-bit floats, and \(length) bytes are not a multiple of 4")
    }
    guard first.count == second.count else {
        throw SQLiteError(
            refusedArgument:
                "cosine() takes embeddings of one length, and these have \(first.count / 4) and \(second.count / 4) numbers: compare those of one model"
        )
    }
    var product = 0.0
    var squares = (first: 0.0, second: 0.0)
    for place in stride(from: 0, to: first.count, by: 4) {
        let (a, b) = (float(first, at: place), float(second, at: place))
        product += a * b
        squares.first += a * a
        squares.second += b * b
    }
    let norms = squares.first.squareRoot() * squares.second.squareRoot()
    guard norms > 0, norms.isFinite, product.isFinite else { return nil }
    return min(1, max(-1, product / norms))
}

/// A little-endian 32-bit float.
private func float(_ bytes: Span<UInt8>, at place: Int) -> Double {
    let word =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        | UInt32(bytes[place + 3]) << 24
    return Double(Float(bitPattern: word))
}
