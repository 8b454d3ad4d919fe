internal import CLiteRT

/// A model the library has taken in; one for all workers.
///
/// Holds, and in the end releases in this order, what the library needs alive: model, bytes, environment.
@safe package final class Model: @unchecked Sendable {
    // because the library only reads an environment and a model after their creation: any number of
    // threads may make, run and destroy compiled models of one (LiteRT's own rule, and tried).
    let library: LiteRTLibrary
    let environment: cl_environment
    let handle: cl_model
    private let bytes: ModelBytes
    /// What the file says of itself.
    package let file: ModelFile

    /// Loads a model whose file was read before.
    package init(_ bytes: ModelBytes, file: ModelFile, library: LiteRTLibrary) throws(LiteRTError) {
        let unsupported = file.unsupportedOperations
        guard unsupported.isEmpty else { throw LiteRTError.unsupportedOperations(unsupported) }
        let functions = unsafe library.functions
        // CPU only and silent; otherwise the library looks for GPU plugins and reports it all on standard error.
        let options = unsafe [cl_integer_option(24, 1), cl_integer_option(25, 4)]
        var environment: cl_environment?
        try check(
            unsafe functions.pointee.create_environment(Int32(options.count), options, &environment), "start")
        guard let environment = unsafe environment else { throw LiteRTError.nothing("start") }
        // From the buffer, never from the path: only the buffer's bytes are verified before they are used.
        var handle: cl_model?
        let status = unsafe functions.pointee.create_model(environment, bytes.address, bytes.count, &handle)
        guard status == 0, let handle = unsafe handle else {
            unsafe functions.pointee.destroy_environment(environment)
            throw LiteRTError.modelRefused(reason: Model.refusal(status: Int(status)))
        }
        self.library = library
        unsafe self.environment = environment
        unsafe self.handle = handle
        self.bytes = bytes
        self.file = file
        try confirm()
    }

    deinit {
        unsafe library.functions.pointee.destroy_model(handle)
        unsafe library.functions.pointee.destroy_environment(environment)
    }

    /// Why the library does not take a model in.
    private static func refusal(status: Int) -> String {
        let name = LiteRTError.name(ofStatus: status)
        switch name {
        case "INVALID_FLATBUFFER": return "LiteRT finds it damaged (\(name))"
        default: return "LiteRT cannot load it (\(name))"
        }
    }

    /// What the library sees must be what our reader saw: buffers are made after the one, filled after the other.
    private func confirm() throws(LiteRTError) {
        let functions = unsafe library.functions
        var signatures = 0
        try check(unsafe functions.pointee.signature_count(handle, &signatures), "count signatures")
        guard signatures > 0 else { throw LiteRTError.modelRefused(reason: "it holds no graph") }
        var signature: cl_signature?
        try check(unsafe functions.pointee.signature(handle, 0, &signature), "find the signature")
        guard let signature = unsafe signature else { throw LiteRTError.nothing("find the signature") }
        var inputs = 0
        var outputs = 0
        try check(unsafe functions.pointee.input_count(signature, &inputs), "count inputs")
        try check(unsafe functions.pointee.output_count(signature, &outputs), "count outputs")
        guard inputs == file.inputs.count, outputs == file.outputs.count else {
            throw LiteRTError.modelRefused(reason: "its first signature is not that of its first graph")
        }
        for (index, info) in file.inputs.enumerated() {
            var tensor: cl_tensor?
            try check(unsafe functions.pointee.input_tensor(signature, index, &tensor), "find input \(index)")
            unsafe try confirm(info, tensor)
        }
        for (index, info) in file.outputs.enumerated() {
            var tensor: cl_tensor?
            try check(unsafe functions.pointee.output_tensor(signature, index, &tensor), "find output \(index)")
            unsafe try confirm(info, tensor)
        }
    }

    private func confirm(_ info: TensorInfo, _ tensor: cl_tensor?) throws(LiteRTError) {
        guard let tensor = unsafe tensor else { throw LiteRTError.nothing("find \(info.name)") }
        var kind: Int32 = 0
        try check(unsafe library.functions.pointee.tensor_type_id(tensor, &kind), "see the type of \(info.name)")
        guard kind == 0 else { throw LiteRTError.modelRefused(reason: "its tensor \"\(info.name)\" has no rank") }
        var type = cl_tensor_type()
        try check(unsafe library.functions.pointee.tensor_type(tensor, &type), "see the type of \(info.name)")
        guard type.element_type == info.type.libraryNumber else {
            throw LiteRTError.modelRefused(reason: "its first signature is not that of its first graph")
        }
    }
}

extension LiteRTError {
    /// A call that succeeded and gave nothing.
    static func nothing(_ step: String) -> LiteRTError { .failed(step: step, status: 9, message: nil) }
}

/// How models are compiled: on the processor, on the calling thread, silently.
@safe final class CompileOptions {
    let handle: cl_options
    private let functions: UnsafeMutablePointer<cl_functions>

    /// Options for one compiled model; the library changes them on the way, so they are never shared.
    init(_ functions: UnsafeMutablePointer<cl_functions>) throws(LiteRTError) {
        var handle: cl_options?
        try check(unsafe functions.pointee.create_options(&handle), "make options")
        guard let handle = unsafe handle else { throw LiteRTError.nothing("make options") }
        unsafe self.handle = handle
        unsafe self.functions = functions
        try check(unsafe functions.pointee.set_accelerators(handle, 1), "choose the processor")
        // The thread count is read in two places: by XNNPACK, and by what runs the operations XNNPACK leaves.
        // XNNPACK's flags stay at their default: 0x200, which asks for kernels that agree between processors,
        // moves the last bits away from what every other LiteRT gives (tried: 5 of 10 test models differ).
        try add("xnnpack", "num_threads = 1\n")
        try add("cpu_delegate", "num_threads = 1\n")
        // Errors are kept for us to ask for, not printed.
        try add("runtime_options_string", "error_reporter_mode = 2\n")
    }

    deinit { unsafe functions.pointee.destroy_options(handle) }

    private func add(_ identifier: String, _ text: String) throws(LiteRTError) {
        try check(unsafe cl_add_text(functions, handle, identifier, text), "set options")
    }
}
