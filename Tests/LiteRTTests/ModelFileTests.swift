import LiteRT
import TestSupport
import Testing

@Suite struct ModelFileTests {
    @Test func `a float32 classifier says its input and output`() throws {
        let file = try Fixtures.file("float32.tflite")
        #expect(file.inputs.map(\.type) == [.float32])
        #expect(file.inputs.map(\.dimensions) == [[1, 16, 16, 3]])
        #expect(file.outputs.map(\.dimensions) == [[1, 5]])
        #expect(file.inputs[0].quantization == nil)
        #expect(file.customOperations.isEmpty && file.detection == nil && file.metadata == nil)
    }

    @Test(arguments: ["uint8", "int8", "grey-uint8", "int8-metadata"])
    func `scales and zero points are those that the interpreter reports`(name: String) throws {
        let file = try Fixtures.file("\(name).tflite")
        let oracle = try #require(try Fixtures.oracle(name).cases.first)
        #expect(file.inputs[0].dimensions == oracle.input.shape)
        #expect(file.inputs[0].type.description == oracle.input.type)
        #expect(file.outputs.map(\.type.description) == oracle.outputs.map(\.type))
        let input = try #require(file.inputs[0].quantization)
        #expect(Double(input.scale) == oracle.input.scale && input.zeroPoint == oracle.input.zeroPoint)
        let output = try #require(file.outputs[0].quantization)
        #expect(Double(output.scale) == oracle.outputs[0].scale && output.zeroPoint == oracle.outputs[0].zeroPoint)
    }

    @Test func `an open dimension is -1 and takes any size`() throws {
        let input = try Fixtures.file("dynamic-batch.tflite").inputs[0]
        #expect(input.dimensions == [-1, 16, 16, 3] && input.count == 16 * 16 * 3)
        #expect(input.accepts([7, 16, 16, 3]) && !input.accepts([1, 16, 17, 3]) && !input.accepts([0, 16, 16, 3]))
    }

    @Test func `a detector's outputs are found in whatever order they come`() throws {
        #expect(try Fixtures.file("detector.tflite").detection == [0, 1, 2, 3])
        #expect(try Fixtures.file("detector-metadata.tflite").detection == [1, 3, 0, 2])
    }

    @Test func `metadata gives normalization and names the labels`() throws {
        let metadata = try #require(try Fixtures.file("float32-metadata.tflite").metadata)
        #expect(metadata.inputs[0].normalization?.mean == [123.675, 116.28, 103.53])
        #expect(metadata.inputs[0].normalization?.std == [58.395, 57.12, 57.375])
        #expect(metadata.outputs[0].labels == ["labels.txt"])
        let detector = try #require(try Fixtures.file("detector-metadata.tflite").metadata)
        #expect(detector.outputs.map(\.labels) == [[], [], [], ["squares.txt"]])
    }

    @Test func `metadata tells class names from display names, English ones first`() throws {
        let output = try #require(try Fixtures.file("Variants/named.tflite").metadata?.outputs.first)
        #expect(output.labels == ["classes.txt", "classes-en.txt", "classes-de.txt"])
        #expect(output.displayNames == ["classes-en.txt", "classes-de.txt"])
        let translated = try #require(try Fixtures.file("Outputs/calibrated-identity.tflite").metadata?.outputs.first)
        #expect(translated.labels == ["labels.txt", "rot.txt"] && translated.displayNames == [])
    }

    @Test func `inputs have their names in the signature, and what keeps a state is told`() throws {
        let several = try Fixtures.file("Inputs/several.tflite")
        #expect(several.inputs.map(\.signatureName) == (1...6).reversed().map { "in\($0)_several" })
        #expect(several.outputs.allSatisfy { $0.signatureName != nil } && !several.keepsState)
        #expect(try Fixtures.file("float32.tflite").keepsState == false)
        #expect(try Fixtures.file("Inputs/remembering.tflite").keepsState)
    }

    @Test func `operations that nobody brings are named`() throws {
        #expect(try Fixtures.file("unresolved-operation.tflite").unsupportedOperations == ["Erfinv"])
        #expect(try Fixtures.file("detector.tflite").customOperations == ["TFLite_Detection_PostProcess"])
        #expect(try Fixtures.file("detector.tflite").unsupportedOperations.isEmpty)
    }

    @Test func `a name from the file cannot steer a terminal`() throws {
        var bytes = try Fixtures.bytes("unresolved-operation.tflite")
        let name = Array("Erfinv".utf8)
        let place = try #require((0..<(bytes.count - 6)).first { bytes[$0..<($0 + 6)].elementsEqual(name) })
        bytes[place + 3] = 0x1B
        #expect(try described(bytes).customOperations == ["Erf\\x1bnv"])
    }

    @Test func `what is no model is told from what is damaged`() throws {
        #expect(throws: LiteRTError.modelRefused(reason: "it is empty")) { try described([UInt8]()) }
        let alien = LiteRTError.modelRefused(
            reason: "it is not a TensorFlow Lite model (bytes 5 to 8 are not \"TFL3\")")
        for bytes in [Array("not a model, but a text of some length".utf8), [1, 2, 3], Array("xxxxTFL3".utf8)] {
            #expect(throws: alien) { try described(bytes) }
        }
        let cut = Array(try Fixtures.bytes("float32.tflite")[..<200])
        #expect(throws: LiteRTError.modelRefused(reason: "it is damaged or cut short")) { try described(cut) }
    }

    @Test(arguments: ["float32-metadata", "float32-deflated", "detector-metadata", "uint8", "two-inputs"])
    func `no truncation and no damage leads outside of the bytes`(name: String) throws {
        let whole = try Fixtures.bytes("\(name).tflite")
        let seed: UInt64 = 20_240_501
        var refused = 0
        for length in 0..<whole.count { refused += survives(Array(whole[..<length])) ? 0 : 1 }
        // Labels lie behind the model, and the model behind its tables: some cuts leave what is read whole.
        #expect(refused > 100)
        var generator = Seeded(seed)
        refused = 0
        for _ in 0..<4000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[place] =
                    [0, 1, 4, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            refused += survives(damaged) ? 0 : 1
        }
        #expect(refused > 0, "seed \(seed)")
    }

    /// Whether everything could be read; what matters is that this returns.
    private func survives(_ bytes: [UInt8]) -> Bool {
        guard let file = try? described(bytes) else { return false }
        guard let files = try? unpacked(bytes) else { return false }
        let names = (file.metadata?.outputs ?? []).flatMap(\.labels) + files.names
        for name in names where (try? contents(of: name, in: bytes)) == nil { return false }
        return file.inputs.allSatisfy { $0.count > 0 }
    }
}
