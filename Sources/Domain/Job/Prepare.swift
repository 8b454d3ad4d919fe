/// How images are made ready to be sent.
package struct Prepare: Equatable, Sendable {
    /// The pixels that are sent.
    package enum Target: Hashable, Sendable {
        /// Scaled down, the shape kept, until it fits this box the long edge along the long edge.
        case box(Size)
        /// The file's own pixels.
        case original
    }

    /// What becomes of EXIF, GPS and comments.
    package enum Metadata: String, CaseIterable, Sendable {
        /// They never leave the machine.
        case strip
        /// They are sent along.
        case keep
    }

    /// The pixels that are sent; nil: by the features asked for.
    package var fit: Target?
    /// Quality of the JPEG that is sent, 1...100; nil: the encoder's default.
    package var quality: Int?
    /// What becomes of EXIF, GPS and comments; nil: they are stripped.
    package var metadata: Metadata?

    /// A preparation of which nothing is said.
    package init() {}
}
