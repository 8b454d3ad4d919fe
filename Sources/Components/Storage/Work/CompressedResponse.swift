package import Domain
internal import Zlib

/// A response as it is kept: deflated (RFC 1950) before an end is reported, so that the one writer need not do it.
package struct CompressedResponse: Equatable, Sendable {
    /// The deflated bytes; none where nothing came.
    package let bytes: [UInt8]
    /// The size of the picture that was sent, upright; nil where it is not known.
    package let sent: Size?

    /// Packs a response.
    package init(_ raw: RawResponse) {
        bytes = raw.bytes.isEmpty ? [] : deflate(raw.bytes.span, level: 1)
        sent = raw.sent.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    }
}
