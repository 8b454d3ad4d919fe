internal import CZlib

/// The CRC-32 of bytes, as zip files and PNG keep it.
package func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { input in
        unsafe UInt32(truncatingIfNeeded: crc32_z(0, input.baseAddress, input.count))
    }
}
