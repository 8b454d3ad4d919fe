extension Graph {
    /// Which operation makes a tensor, by the tensors' numbers.
    ///
    /// Of an operation the first outputs count, and of a graph the first million operations: no model comes near.
    func makers(in bytes: Span<UInt8>) throws(LiteRTError) -> [Int: Int] {
        var makers: [Int: Int] = [:]
        for index in 0..<min(operators.count, 1 << 20) {
            let outputs = try operators.table(index, in: bytes).vector(2, of: 4, in: bytes)
            for place in 0..<min(outputs.count, 8) {
                makers[Int(try outputs.integer(Int32.self, place, in: bytes))] = index
            }
        }
        return makers
    }

    /// The number of an operation's code, and that of its first input.
    func operation(_ index: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> (code: Int, firstInput: Int?) {
        let operation = try operators.table(index, in: bytes)
        let inputs = try operation.vector(1, of: 4, in: bytes)
        let first: Int? = inputs.count > 0 ? Int(try inputs.integer(Int32.self, 0, in: bytes)) : nil
        return (Int(try operation.scalar(0, default: UInt32(0), in: bytes)), first)
    }

    /// How many classes the detection op tells apart, the background not counted, and how many boxes it gives; nil
    /// where it does not say.
    func detectionCounts(
        _ codes: OperatorCodes, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> (classes: Int?, boxes: Int?) {
        guard let wanted = codes.postProcess else { return (nil, nil) }
        for index in 0..<operators.count {
            let operation = try operators.table(index, in: bytes)
            guard try operation.scalar(0, default: UInt32(0), in: bytes) == wanted else { continue }
            let options = try operation.vector(5, of: 1, in: bytes)
            guard let map = FlexMap(bytes.extracting(options.range)) else { return (nil, nil) }
            func count(_ name: String) -> Int? { map.integer(name).flatMap { (1...1 << 20).contains($0) ? $0 : nil } }
            let (limit, each) = (count("max_detections"), count("max_classes_per_detection"))
            return (count("num_classes"), limit.flatMap { limit in each.map { limit * $0 } })
        }
        return (nil, nil)
    }
}
