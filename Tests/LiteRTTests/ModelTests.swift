import Dispatch
import Glibc
import LiteRT
import TestSupport
import Testing

@Suite struct ModelTests {
    @Test(
        arguments: [
            "float32", "uint8", "int8", "float32-metadata", "float32-deflated", "int8-metadata", "grey-uint8",
            "dynamic-batch", "detector", "detector-metadata",
        ])
    func `outputs are those of Python's interpreter`(name: String) throws {
        let compiled = try CompiledModel(try Fixtures.model("\(name).tflite"))
        for example in try Fixtures.oracle(name).cases {
            let answered = try answer(compiled, example.input.bytes, outputs: example.outputs.count)
            #expect(example.agrees(with: answered.flatMap(\.self)), "\(example.picture)")
            var changed = example.raw
            changed[2] ^= 1
            #expect(!example.agrees(with: changed))
        }
    }

    @Test func `workers with a compiled model each do not disturb one another`() async throws {
        let model = try Fixtures.model("float32.tflite")
        let cases = try Fixtures.oracle("float32").cases
        let wrong = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        DispatchQueue(label: "worker \(worker)").async {
                            var wrong = 0
                            for round in 0..<30 {
                                let example = cases[(worker + round) % cases.count]
                                let answered = try? answer(
                                    CompiledModel(model), example.input.bytes, outputs: example.outputs.count)
                                wrong += answered.map { example.agrees(with: $0.flatMap(\.self)) } == true ? 0 : 1
                            }
                            continuation.resume(returning: wrong)
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `an open input takes the size asked for, and a fixed one stays`() throws {
        let model = try Fixtures.model("dynamic-batch.tflite")
        let eight = try CompiledModel(model, inputDimensions: [[8, 16, 16, 3]])
        #expect(eight.inputBytes(0) == 8 * 16 * 16 * 3 * 4)
        #expect(try eight.output(0).count == 8 * 5 * 4)
        #expect(throws: LiteRTError.modelRefused(reason: "its input takes [-1, 16, 16, 3], not [1, 8, 8, 3]")) {
            try CompiledModel(model, inputDimensions: [[1, 8, 8, 3]])
        }
    }

    @Test func `an operation that nobody brings is refused before anything is compiled`() {
        #expect(throws: LiteRTError.unsupportedOperations(["Erfinv"])) {
            try Fixtures.model("unresolved-operation.tflite")
        }
    }

    @Test func `a model cut behind its tables is refused by the library`() throws {
        let whole = try Fixtures.bytes("float32.tflite")
        let file = try described(whole)
        let library = try LiteRTLibrary(places: [Fixtures.library])
        for length in stride(from: 16, to: whole.count, by: 97) {
            let cut = try aligned(Array(whole[..<length]))
            #expect(throws: LiteRTError.modelRefused(reason: "LiteRT finds it damaged (INVALID_FLATBUFFER)")) {
                try Model(cut, file: file, library: library)
            }
        }
    }

    @Test func `a model that is not the one described is refused`() throws {
        let bytes = try aligned(try Fixtures.bytes("two-inputs.tflite"))
        let library = try LiteRTLibrary(places: [Fixtures.library])
        for other in ["float32.tflite", "detector.tflite"] {
            #expect(throws: LiteRTError.modelRefused(reason: "its first signature is not that of its first graph")) {
                try Model(bytes, file: try Fixtures.file(other), library: library)
            }
        }
    }

    @Test func `nothing is written to standard error`() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            let model = try Fixtures.model("float32.tflite")
            for _ in 0..<3 { try CompiledModel(model).run() }
            // The descriptor is back: this line must arrive.
            write(2, "after\n", 6)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "after\n")
        #expect(result.standardOutputContent.isEmpty)
    }
}

/// Fills the first input, runs, and answers every output's bytes.
private func answer(_ compiled: CompiledModel, _ input: [UInt8], outputs: Int) throws -> [[UInt8]] {
    let fits = try compiled.withInput { bytes in
        guard bytes.count == input.count else { return false }
        for index in input.indices { bytes[index] = input[index] }
        return true
    }
    try #require(fits)
    try compiled.run()
    return try (0..<outputs).map { try compiled.output($0) }
}
