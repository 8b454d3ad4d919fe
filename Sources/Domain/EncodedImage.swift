/// How a picture is made ready to be sent.
package struct EncodeRequest: Hashable, Sendable {
    /// The pixels that are sent.
    package var fit: Prepare.Target
    /// Quality of a JPEG that must be made, 1...100.
    package var quality: Int
    /// What becomes of EXIF, GPS and comments.
    package var metadata: Prepare.Metadata
    /// The most bytes the file may have; a larger picture is scaled down until it fits.
    package var maxBytes: Int

    /// A request.
    package init(fit: Prepare.Target, quality: Int, metadata: Prepare.Metadata, maxBytes: Int) {
        self.fit = fit
        self.quality = quality
        self.metadata = metadata
        self.maxBytes = maxBytes
    }
}

/// A picture as it is sent: an upright file that every service reads.
package struct EncodedImage: Sendable {
    /// The file.
    package var bytes: [UInt8]
    /// Its size in pixels.
    package var size: Size
    /// The way back from its pixels to the upright original's.
    package var placement: Placement

    /// A picture.
    package init(bytes: [UInt8], size: Size, placement: Placement) {
        self.bytes = bytes
        self.size = size
        self.placement = placement
    }
}

/// What a request says of one image.
package enum ImageContent: Sendable {
    /// The picture itself.
    case picture(EncodedImage)
    /// Its name where the service finds it: `gs://bucket/a.jpg`.
    case reference(String)
}
