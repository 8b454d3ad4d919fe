internal import Crypto
internal import Platform
internal import Storage
internal import Domain

/// The digests of the images that were decided on last, so that none is made a second time.
struct DecidedDigests {
    private var images: [IdentifiedImage] = []
    private var digests: [Digest] = []
    /// Where the image stands that is expected next.
    private var next = 0

    /// No digests.
    init() {}

    /// The digests of some images.
    init(_ images: [IdentifiedImage], _ digests: [Digest]) {
        self.images = images
        self.digests = digests
    }

    /// The digest of an image; images are asked for in their order as a rule.
    ///
    /// Another name may have been decided on since at the same place. Comparing the names costs nothing: the image that
    /// was decided on shares its bytes with the one that is asked for.
    mutating func digest(of image: IdentifiedImage) -> Digest {
        while next < images.count, images[next].order < image.order { next += 1 }
        guard next < images.count, images[next].order == image.order, images[next].path == image.path else {
            return image.key.digest
        }
        defer { next += 1 }
        return digests[next]
    }
}
