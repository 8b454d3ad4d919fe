/// A picture in a model's own numbers.
package struct Embedding: Sendable {
    private let numbers: [Float]
    /// The root of the sum of squares.
    private let norm: Double

    /// An embedding of finite numbers, one at least.
    package init(_ numbers: [Float]) {
        self.numbers = numbers
        norm = numbers.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
    }

    /// The annotation of an output's numbers.
    package func annotation(rank: Int, name: String) -> Annotation {
        var annotation = Annotation(
            kind: .embedding, rank: rank, description: name, score: Float(norm),
            attributes: "{\"norm\":\(norm),\"dimension\":\(numbers.count)}")
        annotation.blob = numbers.flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * $0)) }
        }
        return annotation
    }
}
