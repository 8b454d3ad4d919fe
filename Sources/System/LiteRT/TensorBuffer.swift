internal import CLiteRT

/// Memory of one input or output, made and aligned by the library.
@safe final class TensorBuffer {
    let handle: cl_buffer
    /// Dimensions, none of them open.
    let dimensions: [Int]
    /// Bytes.
    let count: Int
    private let model: Model

    /// Memory for a tensor with a layout of the compiled model.
    init(_ info: TensorInfo, _ layout: cl_layout, _ model: Model) throws(LiteRTError) {
        guard let width = info.type.bytes else {
            throw LiteRTError.modelRefused(reason: "its tensor \"\(info.name)\" holds \(info.type)")
        }
        var dimensions: [Int] = []
        var product = 1
        for index in 0..<cl_rank(layout) {
            let dimension = unsafe withUnsafePointer(to: layout) { unsafe Int(cl_dimension($0, index)) }
            dimensions.append(dimension)
            product *= max(dimension, 0)
            guard dimension > 0, product <= elementLimit else {
                throw LiteRTError.modelRefused(
                    reason: "its tensor \"\(info.name)\" would have the dimension \(dimension)")
            }
        }
        self.dimensions = dimensions
        self.model = model
        count = product * width
        var type = cl_tensor_type(element_type: info.type.libraryNumber, layout: layout)
        var handle: cl_buffer?
        try check(
            unsafe model.library.functions.pointee.create_buffer(model.environment, 1, &type, count, &handle),
            "take memory for \(info.name)")
        guard let handle = unsafe handle else { throw LiteRTError.nothing("take memory for \(info.name)") }
        unsafe self.handle = handle
    }

    deinit { unsafe model.library.functions.pointee.destroy_buffer(handle) }

    /// Lends the memory; the library runs only on buffers that are locked no more.
    func lend<Result>(
        forWriting: Bool, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) throws(LiteRTError) -> Result {
        var address: UnsafeMutableRawPointer?
        try check(
            unsafe model.library.functions.pointee.lock_buffer(handle, &address, forWriting ? 1 : 0), "reach a tensor")
        let bytes = unsafe UnsafeMutableBufferPointer(
            start: address?.assumingMemoryBound(to: UInt8.self), count: address == nil ? 0 : count)
        let result = unsafe body(bytes)
        try check(unsafe model.library.functions.pointee.unlock_buffer(handle), "release a tensor")
        return result
    }
}
