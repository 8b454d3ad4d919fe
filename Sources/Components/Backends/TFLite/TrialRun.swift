internal import LiteRT
internal import Platform

/// The child's part of a trial: it loads a model and runs it on zeros, black, white and noise.
///
/// Nothing that it does can harm its parent.
package enum TrialRun {
    /// What the child writes when the model has run.
    static let passed = Array("passed".utf8)

    /// Does the work of a child process; answers its exit status.
    ///
    /// The model's bytes are standard input. What LiteRT says against the model goes to standard output.
    ///
    /// - Parameter words: the library, how the inputs are filled, the limits: as `ModelTrial` writes them.
    package static func run(_ words: [String]) -> Int32 {
        guard words.count == 4, let milliseconds = Int64(words[2]), let memory = Int64(words[3]) else { return 2 }
        // The parent stops what takes too long or too much. Where it is gone, or a single allocation is beyond all
        // measure, these limits end the child.
        ProcessLimits.set(seconds: Int(milliseconds / 1000) + 5, memory: memory &* 2)
        let inputs = words[1].split(separator: ",").compactMap { TrialInput(word: $0) }
        let answer: [UInt8]
        do throws(LiteRTError) {
            try run(FilePath(words[0]), inputs)
            answer = passed
        } catch {
            answer = Array(error.description.utf8)
        }
        return Descriptor.output.write(answer) == nil ? 0 : 1
    }

    private static func run(_ library: FilePath, _ inputs: [TrialInput]) throws(LiteRTError) {
        let buffer = FileBuffer()
        do throws(SystemError) {
            try buffer.read(FilePath("/proc/self/fd/0"), limit: ModelFile.maximumBytes)
        } catch {
            throw LiteRTError.modelRefused(reason: "it cannot be read again: \(error.reason)")
        }
        let (file, bytes) = try buffer.withBytes { bytes throws(LiteRTError) in
            (try ModelFile(bytes), try ModelBytes(copying: bytes))
        }
        let model = try Model(bytes, file: file, library: try LiteRTLibrary(places: [library]))
        let compiled = try CompiledModel(model, inputDimensions: inputs.map(\.dimensions))
        for content in TrialInput.Content.allCases {
            for (index, input) in inputs.enumerated() {
                try compiled.withInput(index) { bytes in input.fill(&bytes, with: content) }
            }
            try compiled.run()
            for index in file.outputs.indices { _ = try compiled.output(index) }
        }
    }
}
