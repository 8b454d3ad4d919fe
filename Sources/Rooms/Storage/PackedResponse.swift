package import Vocabulary
internal import Zlib

/// A response as it is kept: deflated (RFC 1950) by whoever reports an end, for the one writer has enough to do.
package struct PackedResponse: Equatable, Sendable {
    /// The deflated bytes; none where nothing came.
    let bytes: [UInt8]
    /// The size of the picture that was sent, upright; nil where it is not known.
    let sent: Size?

    /// Packs a response.
    package init(_ raw: RawResponse) {
        bytes = raw.bytes.isEmpty ? [] : deflate(raw.bytes.span, level: 1)
        sent = raw.sent.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    }
}
