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

        /// Whether these elements are the tensor's: integers to the bit, floats to within 8 units in the last place.
        ///
        /// LiteRT takes the kernels that suit the processor, and two processors differ in a float's last bits. That
        /// one processor gives Python and the program the same bits is what BitEqualityTests show.
        package func agrees(with elements: some Collection<UInt8>) -> Bool {
            let bytes = bytes
            guard type == "float32" else { return elements.elementsEqual(bytes) }
            let (mine, theirs) = (floats(bytes), floats(Array(elements)))
            return mine.count == theirs.count
                && zip(mine, theirs).allSatisfy { abs($0 - $1) <= 8 * max($0.ulp, Float(1).ulp / 4) }
        }

        private func floats(_ bytes: [UInt8]) -> [Float] {
            bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            }
        }
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

        /// Whether these are the outputs, one behind the other.
        package func agrees(with raw: [UInt8]) -> Bool {
            var rest = raw[...]
            let isEach = outputs.allSatisfy { output in
                defer { rest = rest.dropFirst(output.bytes.count) }
                return output.agrees(with: rest.prefix(output.bytes.count))
            }
            return isEach && rest.isEmpty
        }
    }

    /// The pictures that the model was shown.
    package let cases: [Case]
}
