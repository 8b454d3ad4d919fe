internal import Text

/// The names that a model's first signature gives to inputs and outputs of the first graph, by the tensors' numbers.
struct SignatureNames {
    private(set) var inputs: [Int: String] = [:]
    private(set) var outputs: [Int: String] = [:]

    /// Reads the signature_defs of a Model table.
    init(_ model: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) {
        let signatures = try model.vector(7, of: 4, in: bytes)
        for index in 0..<min(signatures.count, 64) {
            let signature = try signatures.table(index, in: bytes)
            guard try signature.scalar(4, default: UInt32(0), in: bytes) == 0 else { continue }
            inputs = try SignatureNames.names(try signature.vector(0, of: 4, in: bytes), in: bytes)
            outputs = try SignatureNames.names(try signature.vector(1, of: 4, in: bytes), in: bytes)
            return
        }
    }

    private static func names(_ maps: FlatVector, in bytes: Span<UInt8>) throws(LiteRTError) -> [Int: String] {
        var names: [Int: String] = [:]
        for index in 0..<min(maps.count, 64) {
            let map = try maps.table(index, in: bytes)
            guard let name = try map.text(0, in: bytes) else { continue }
            names[Int(try map.scalar(1, default: UInt32(0), in: bytes))] = readable(name.prefix(200))
        }
        return names
    }
}
