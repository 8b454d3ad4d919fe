internal import CZlib

/// Decompresses bytes; what follows the end of the compressed data is left alone.
///
/// - Parameters:
///   - raw: deflate data without header and checksum, as zip files hold it; else zlib's format.
///   - limit: the most bytes that may come out: a few bytes can stand for gigabytes.
package func inflate(_ bytes: Span<UInt8>, raw: Bool = false, limit: Int) throws(ZlibError) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe cz_inflate_init(&stream, raw ? 1 : 0) == Z_OK else { throw ZlibError.noMemory }
    defer { unsafe inflateEnd(&stream) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var taken = 0
    while true {
        // zlib counts what it is given in 32 bits.
        let given = min(bytes.count - taken, 1 << 30)
        var unread = 0
        var unused = 0
        let status = unsafe bytes.extracting(taken..<(taken + given)).withUnsafeBufferPointer { input in
            unsafe chunk.withUnsafeMutableBufferPointer { room in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(given)
                unsafe stream.next_out = room.baseAddress
                unsafe stream.avail_out = UInt32(room.count)
                let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                unread = unsafe Int(stream.avail_in)
                unused = unsafe Int(stream.avail_out)
                return status
            }
        }
        taken += given - unread
        let produced = chunk.count - unused
        guard output.count + produced <= limit else { throw ZlibError.tooLong(limit: limit) }
        output.append(contentsOf: chunk[..<produced])
        switch status {
        case Z_STREAM_END: return output
        case Z_OK: continue
        // No progress was possible: everything was taken in and the end did not come.
        case Z_BUF_ERROR: throw ZlibError.cutShort
        case Z_MEM_ERROR: throw ZlibError.noMemory
        default: throw ZlibError.damaged
        }
    }
}
