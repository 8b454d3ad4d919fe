package import Vocabulary

/// The images of one request, in the bytes that are sent.
///
/// A value: it is filled by whoever prepares images, and sent by another.
package struct RequestBatch: Sendable {
    /// One image of the request.
    struct Entry: Sendable {
        /// Its bytes within the body: one AnnotateImageRequest.
        var range: Range<Int>
        /// What is asked of it.
        var recipes: [Recipe]
        /// The picture's size as it is sent; nil for a reference.
        var sent: Size?
        /// The way back to the upright original; nil for a reference.
        var placement: Placement?
    }

    /// The entries, in order.
    private(set) var entries: [Entry] = []
    /// The body so far.
    private(set) var bytes: [UInt8] = []
    /// The most images.
    let mostImages: Int
    /// The most bytes of the body as it is sent.
    let mostBytes: Int

    /// How many images it holds.
    package var count: Int { entries.count }
    /// Whether it holds as many images as it may.
    package var isFull: Bool { count >= mostImages }

    init(mostImages: Int, mostBytes: Int) {
        self.mostImages = mostImages
        self.mostBytes = mostBytes
    }

    /// Takes one more image in; false, and nothing changed, where it has no room beside those that are there.
    ///
    /// An empty batch takes any image.
    package mutating func append(_ content: ImageContent, asking recipes: [Recipe]) -> Bool {
        false
    }
}
