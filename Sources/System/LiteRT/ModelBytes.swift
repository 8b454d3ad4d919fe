internal import Glibc

/// A model's bytes in memory as the library wants them: 64-byte aligned, zeroes behind the end, never moved.
@safe package final class ModelBytes: @unchecked Sendable {
    // because the memory is written by init alone.
    private let memory: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let count: Int

    /// A copy of a file's bytes.
    package init(copying bytes: Span<UInt8>) throws(LiteRTError) {
        count = bytes.count
        let size = (bytes.count + 64 + 63) & ~63
        guard let memory = unsafe aligned_alloc(64, size) else {
            throw LiteRTError.modelRefused(reason: "there is no memory for its \(bytes.count) bytes")
        }
        unsafe self.memory = memory
        unsafe bytes.withUnsafeBytes { source in
            if let start = source.baseAddress { unsafe memcpy(memory, start, source.count) }
        }
        unsafe memset(memory + bytes.count, 0, size - bytes.count)
    }

    deinit { unsafe free(memory) }

    /// Lends the bytes.
    package func withBytes<Result, Problem: Error>(
        _ body: (Span<UInt8>) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let start = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(unsafe Span(_unsafeElements: start))
    }

    /// The address, for the library, which keeps it as long as the model lives.
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(memory) }
}
