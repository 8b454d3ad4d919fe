internal import CLiteRT

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
