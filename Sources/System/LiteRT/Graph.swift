internal import Text
internal import Platform

/// The first subgraph of a model file.
struct Graph {
    private let tensors: FlatVector
    let operators: FlatVector
    /// Numbers of the tensors that go in.
    let inputs: [Int]
    /// Numbers of the tensors that come out.
    let outputs: [Int]

    /// Reads the lists of a SubGraph table.
    init(_ graph: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) {
        tensors = try graph.vector(0, of: 4, in: bytes)
        operators = try graph.vector(3, of: 4, in: bytes)
        inputs = try Graph.indices(try graph.vector(1, of: 4, in: bytes), what: "inputs", in: bytes)
        outputs = try Graph.indices(try graph.vector(2, of: 4, in: bytes), what: "outputs", in: bytes)
    }

    private static func indices(
        _ vector: FlatVector, what: String, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> [Int] {
        guard vector.count > 0 else { throw LiteRTError.modelRefused(reason: "it has no \(what)") }
        guard vector.count <= 64 else { throw LiteRTError.modelRefused(reason: "it has \(vector.count) \(what)") }
        var indices: [Int] = []
        for index in 0..<vector.count { indices.append(Int(try vector.integer(Int32.self, index, in: bytes))) }
        return indices
    }

    /// What the file says of the tensors with these numbers.
    ///
    /// - Parameter names: what the signature calls them.
    func tensors(_ indices: [Int], names: [Int: String], in bytes: Span<UInt8>) throws(LiteRTError) -> [TensorInfo] {
        var infos: [TensorInfo] = []
        for index in indices { infos.append(try tensor(index, names[index], in: bytes)) }
        return infos
    }

    private func tensor(_ index: Int, _ signatureName: String?, in bytes: Span<UInt8>) throws(LiteRTError) -> TensorInfo
    {
        let table = try tensors.table(index, in: bytes)
        let name = readable(Array((try table.text(3, in: bytes) ?? "").prefix(200).utf8))
        let number = Int(try table.scalar(1, default: UInt8(0), in: bytes))
        guard let type = ElementType(rawValue: number) else {
            throw LiteRTError.modelRefused(
                reason: "its tensor \"\(name)\" has an element type that is not known (\(number))")
        }
        // shape_signature holds -1 where shape holds the 1 it was converted with.
        let shape = try table.vector(0, of: 4, in: bytes)
        let signature = try table.vector(7, of: 4, in: bytes)
        let source = signature.count == shape.count ? signature : shape
        guard source.count <= 8 else {
            throw LiteRTError.modelRefused(
                reason: "its tensor \"\(name)\" has \(source.count) dimensions, and LiteRT takes 8")
        }
        var dimensions: [Int] = []
        var product = 1
        for index in 0..<source.count {
            let dimension = Int(try source.integer(Int32.self, index, in: bytes))
            guard dimension >= 1 || dimension == -1 else {
                throw LiteRTError.modelRefused(reason: "its tensor \"\(name)\" has the dimension \(dimension)")
            }
            dimensions.append(dimension)
            product *= max(dimension, 1)
            // Checked at every step: eight dimensions of 2^31 would not fit into 64 bits.
            guard product <= elementLimit else {
                throw LiteRTError.modelRefused(reason: "its tensor \"\(name)\" has more than \(elementLimit) elements")
            }
        }
        return TensorInfo(
            index: index, name: name, signatureName: signatureName, type: type, dimensions: dimensions,
            quantization: try quantization(table, in: bytes))
    }

    /// Whether a tensor keeps its numbers from run to run.
    func hasVariables(in bytes: Span<UInt8>) throws(LiteRTError) -> Bool {
        for index in 0..<tensors.count {
            let table = try tensors.table(index, in: bytes)
            if try table.scalar(5, default: UInt8(0), in: bytes) != 0 { return true }
        }
        return false
    }

    private func quantization(_ tensor: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) -> TensorInfo
        .Quantization?
    {
        guard let table = try tensor.table(4, in: bytes) else { return nil }
        let scales = try table.vector(2, of: 4, in: bytes)
        let zeroPoints = try table.vector(3, of: 8, in: bytes)
        guard scales.count == 1, zeroPoints.count <= 1 else { return nil }
        let scale = Float(bitPattern: try scales.integer(UInt32.self, 0, in: bytes))
        let zeroPoint = zeroPoints.count == 1 ? try zeroPoints.integer(Int64.self, 0, in: bytes) : 0
        guard scale.isFinite, scale > 0, (-(1 << 31)..<(1 << 31)).contains(zeroPoint) else { return nil }
        return TensorInfo.Quantization(scale: scale, zeroPoint: Int(zeroPoint))
    }

    /// Places among the outputs of a detection op's four outputs; nil where there is none, or one stays inside.
    func postProcess(_ codes: OperatorCodes, in bytes: Span<UInt8>) throws(LiteRTError) -> [Int]? {
        guard let wanted = codes.postProcess else { return nil }
        for index in 0..<operators.count {
            let operation = try operators.table(index, in: bytes)
            guard try operation.scalar(0, default: UInt32(0), in: bytes) == wanted else { continue }
            let made = try operation.vector(2, of: 4, in: bytes)
            guard made.count == 4 else { return nil }
            var indexes: [Int] = []
            for index in 0..<4 {
                let tensor = Int(try made.integer(Int32.self, index, in: bytes))
                guard let place = outputs.firstIndex(of: tensor) else { return nil }
                indexes.append(place)
            }
            return indexes
        }
        return nil
    }
}

/// The most elements a tensor may have: no picture model comes near, a damaged file soon does.
let elementLimit = 1 << 26
