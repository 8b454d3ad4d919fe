internal import CZlib

/// Compresses bytes into zlib's format (RFC 1950), in one call.
///
/// - Parameter level: 0 (stored) to 9 (smallest); others count as the nearest of these.
package func deflate(_ bytes: Span<UInt8>, level: Int = 6) -> [UInt8] {
    let source = UInt(bytes.count)
    var length = compressBound(source)
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { room, count in
        let status = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe compress2(room.baseAddress, &length, input.baseAddress, source, Int32(min(max(level, 0), 9)))
        }
        // With room for the bound, memory is all that compress2 can lack.
        precondition(status == Z_OK, "no memory to compress \(source) bytes")
        count = Int(length)
    }
}
