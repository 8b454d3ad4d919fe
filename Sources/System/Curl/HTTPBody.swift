internal import Text

/// The body of a request, in pieces that are put together while it is sent.
///
/// Bytes that are sent in base 64 stay as they are until then.
package struct HTTPBody: Sendable {
    /// A part of the body.
    package enum Piece: Sendable {
        /// Bytes that are sent as they are.
        case plain([UInt8])
        /// Bytes that are sent in base 64.
        case base64([UInt8])

        /// How many bytes are sent of it.
        package var count: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .base64(let bytes): Base64.count(of: bytes.count)
            }
        }
    }

    /// The pieces; none is empty.
    package private(set) var pieces: [Piece] = []
    /// How many bytes are sent.
    package private(set) var count = 0

    /// Whether nothing is sent.
    package var isEmpty: Bool { count == 0 }

    /// A body of bytes that are sent as they are.
    package init(_ bytes: [UInt8] = []) { append(bytes) }

    /// Adds bytes that are sent as they are.
    package mutating func append(_ bytes: [UInt8]) { append(.plain(bytes)) }

    /// Adds bytes that are sent in base 64.
    package mutating func append(base64 bytes: [UInt8]) { append(.base64(bytes)) }

    /// Adds all of another body.
    package mutating func append(_ body: HTTPBody) {
        pieces += body.pieces
        count += body.count
    }

    /// Adds a piece, unless it is empty.
    package mutating func append(_ piece: Piece) {
        guard piece.count > 0 else { return }
        pieces.append(piece)
        count += piece.count
    }
}
