internal import CLiteRT
internal import Platform
internal import Glibc

/// A model made ready to run, with its own input and output memory: one for each worker, used by that one alone.
///
/// Two threads in one compiled model give wrong answers without any error, so it is not Sendable. One thread
/// each: two workers with a thread each do what one with two does, and share nothing.
@safe package final class CompiledModel {
    private let model: Model
    private let handle: cl_compiled
    private var inputs: [TensorBuffer] = []
    private var outputs: [TensorBuffer] = []

    /// Compiles a model, gives its inputs these dimensions, and takes the memory it needs.
    ///
    /// - Parameter inputDimensions: of every input; empty: as the model has them.
    package init(_ model: Model, inputDimensions: [[Int]] = []) throws(LiteRTError) {
        self.model = model
        let functions = unsafe model.library.functions
        let options = unsafe try CompileOptions(functions)
        let (status, handle) = unsafe StandardError.silenced { () -> (Int32, cl_compiled?) in
            var handle: cl_compiled?
            let status = unsafe functions.pointee.create_compiled(
                model.environment, model.handle, options.handle, &handle)
            return unsafe (status, handle)
        }
        try check(status, "compile the model")
        guard let handle = unsafe handle else { throw LiteRTError.nothing("compile the model") }
        unsafe self.handle = handle
        for (index, wanted) in inputDimensions.enumerated() { try resize(index, to: wanted) }
        for (index, info) in model.file.inputs.enumerated() {
            var layout = cl_layout()
            try check(
                unsafe functions.pointee.input_layout(handle, 0, index, &layout), "lay out its input", message: message)
            inputs.append(try TensorBuffer(info, layout, model))
        }
        // Asking for an update allocates: operations that cannot run are found here.
        var layouts = [cl_layout](repeating: cl_layout(), count: model.file.outputs.count)
        try check(
            unsafe functions.pointee.output_layouts(handle, 0, layouts.count, &layouts, true), "prepare the model",
            message: message)
        for (info, layout) in zip(model.file.outputs, layouts) {
            outputs.append(try TensorBuffer(info, layout, model))
        }
    }

    deinit {
        // Buffers before the compiled model, and that before the model, which this object still holds.
        inputs = []
        outputs = []
        unsafe model.library.functions.pointee.destroy_compiled(handle)
    }

    /// An open dimension takes the size asked for; one that is fixed stays.
    private func resize(_ index: Int, to wanted: [Int]) throws(LiteRTError) {
        guard model.file.inputs.indices.contains(index) else {
            throw LiteRTError.modelRefused(reason: "it has no input \(index)")
        }
        let input = model.file.inputs[index]
        guard input.dimensions.contains(-1) else { return }
        guard input.accepts(wanted) else {
            throw LiteRTError.modelRefused(reason: "its input takes \(input.dimensions), not \(wanted)")
        }
        let dimensions = wanted.map { Int32(clamping: $0) }
        try check(
            unsafe model.library.functions.pointee.resize_input(handle, 0, index, dimensions, dimensions.count),
            "resize its input", message: message)
    }

    /// The number of bytes of an input.
    package func inputBytes(_ index: Int) -> Int { inputs[index].count }

    /// Lends an input's memory to be filled.
    package func withInput<Result>(
        _ index: Int = 0, _ body: (inout MutableSpan<UInt8>) -> Result
    ) throws(LiteRTError) -> Result {
        unsafe try inputs[index].lend(forWriting: true) { bytes in
            var span = unsafe MutableSpan(_unsafeElements: bytes)
            return body(&span)
        }
    }

    /// Runs the model on what its inputs hold.
    package func run() throws(LiteRTError) {
        var ins: [cl_buffer?] = unsafe inputs.map { unsafe $0.handle }
        var outs: [cl_buffer?] = unsafe outputs.map { unsafe $0.handle }
        let status = unsafe model.library.functions.pointee.run(handle, 0, ins.count, &ins, outs.count, &outs)
        if status != 0 { try check(status, "run the model", message: message) }
    }

    /// The dimensions of an output, none of them open.
    package func outputDimensions(_ index: Int) -> [Int] { outputs[index].dimensions }

    /// An output's bytes, as the model left them.
    package func output(_ index: Int) throws(LiteRTError) -> [UInt8] {
        unsafe try outputs[index].lend(forWriting: false) { bytes in unsafe Array(bytes) }
    }

    /// What TensorFlow Lite says of the last error, in one line.
    private var message: String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe model.library.functions.pointee.error_messages(handle, &text) == 0, let text = unsafe text else {
            return nil
        }
        defer { unsafe free(text) }
        let line = unsafe String(cString: text).split(whereSeparator: \.isNewline).joined(separator: "; ")
        return line.isEmpty ? nil : String(line.prefix(500))
    }
}
