/// What a model file says of one of its inputs or outputs.
package struct TensorInfo: Equatable, Sendable {
    /// How integers stand for real numbers: `real = (integer - zeroPoint) * scale`.
    package struct Quantization: Equatable, Sendable {
        /// The step between two integers.
        package let scale: Float
        /// The integer that stands for 0.
        package let zeroPoint: Int
    }

    /// Its number among the tensors of the graph.
    package let index: Int
    /// Its name in the graph.
    package let name: String
    /// Its name in the model's signature, where it has one.
    package let signatureName: String?
    /// What its elements are.
    package let type: ElementType
    /// Its dimensions; -1 where the model leaves one open.
    package let dimensions: [Int]
    /// How its integers are to be read, where one scale holds for all of it.
    package let quantization: Quantization?

    /// The number of elements, dimensions that are open counted as 1.
    package var count: Int { dimensions.reduce(1) { $0 * max($1, 1) } }

    /// Whether these dimensions are the tensor's, an open one taking any size.
    package func accepts(_ wanted: [Int]) -> Bool {
        wanted.count == dimensions.count && zip(wanted, dimensions).allSatisfy { $0 == $1 || ($1 == -1 && $0 > 0) }
    }
}
