import FoundationEssentials

/// A model's answers as Scripts/oracle.py wrote them down.
package struct Oracle: Decodable {
    /// One input or output, with its bytes.
    package struct Tensor: Decodable {
        /// The name in the graph.
        package let name: String
        /// The type of an element, as Python names it.
        package let type: String
        /// The length of every axis.
        package let shape: [Int]
        /// The step of a quantized tensor.
        package let scale: Double?
        /// The quantized value that stands for zero.
        package let zeroPoint: Int?
        private let base64: String

        /// The elements as they lie in memory.
        package var bytes: [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
    }

    /// One picture, what the model was given of it and what it answered.
    package struct Case: Decodable {
        /// The picture's name in the folder of the models.
        package let picture: String
        /// The picture's width.
        package let width: Int
        /// The picture's height.
        package let height: Int
        /// The decoded picture in base 64: red, green, blue, row by row.
        package let pixels: String
        /// What is taken from each channel.
        package let mean: [Float]
        /// What each channel is then divided by.
        package let std: [Float]
        /// The tensor that the model was given.
        package let input: Tensor
        /// The model's tensors in the graph's order.
        package let outputs: [Tensor]

        /// Every output's bytes one behind the other, as the program keeps them.
        package var raw: [UInt8] { outputs.flatMap(\.bytes) }
    }

    /// The pictures that the model was shown.
    package let cases: [Case]
}
