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
