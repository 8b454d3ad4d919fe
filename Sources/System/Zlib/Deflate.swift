internal import CZlib

/// Compresses bytes into zlib's format (RFC 1950), in one call.
///
/// - Parameter level: 0 (stored) to 9 (smallest); others count as the nearest of these.
package func deflate(_ bytes: Span<UInt8>, level: Int = 6) -> [UInt8] {
    var stream = unsafe z_stream()
    // zlib's usual tables take 256 KB, and clearing them more time than compressing a few hundred bytes: a short text
    // has a short window, which reaches over all of it.
    let isShort = bytes.count <= 4096
    let status = unsafe cz_deflate_init(
        &stream, Int32(min(max(level, 0), 9)), isShort ? 12 : MAX_WBITS, isShort ? 4 : 8)
    // The settings are right, so memory is all that can be lacking, here and below.
    precondition(status == Z_OK, "no memory to compress \(bytes.count) bytes")
    defer { unsafe deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
        var taken = 0
        while true {
            // zlib counts what it is given in 32 bits.
            let given = min(bytes.count - taken, 1 << 30)
            let space = min(bound - count, 1 << 30)
            let isLast = taken + given == bytes.count
            let status = unsafe bytes.extracting(taken..<(taken + given)).withUnsafeBufferPointer { input in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(given)
                unsafe stream.next_out = room.baseAddress.map { unsafe $0 + count }
                unsafe stream.avail_out = UInt32(space)
                return unsafe CZlib.deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            }
            taken += given - (unsafe Int(stream.avail_in))
            count += space - (unsafe Int(stream.avail_out))
            if status == Z_STREAM_END { return }
            precondition(status == Z_OK, "zlib's bound holds all that deflate makes of \(bytes.count) bytes")
        }
    }
}

/// The CRC-32 of bytes, as zip files and PNG keep it.
package func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { input in
        unsafe UInt32(truncatingIfNeeded: crc32_z(0, input.baseAddress, input.count))
    }
}

/// Why compressed bytes could not be opened.
package enum ZlibError: Error, Equatable, Sendable, CustomStringConvertible {
    /// They are no deflate data, or broken inside.
    case damaged
    /// They end before their end.
    case cutShort
    /// They hold more than the caller allows.
    case tooLong(limit: Int)
    /// The system has no memory for zlib's window.
    case noMemory

    /// A clause for people.
    package var description: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .cutShort: "the compressed data is cut short"
        case .tooLong(let limit): "the compressed data holds more than \(limit) bytes"
        case .noMemory: "there is no memory to decompress"
        }
    }
}
