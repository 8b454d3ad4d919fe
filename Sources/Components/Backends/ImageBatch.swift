package import Domain

/// The images of one request to a service, in whatever form its backend sends them.
///
/// A value: threads that prepare images fill it, and a slot of the same backend sends it.
///
/// Obligations of every implementation:
/// - An empty batch takes any picture of up to the bytes that the backend's `encoding` allows.
/// - Entries keep the order in which they were appended.
package protocol ImageBatch: Sendable {
    /// How many images it holds.
    var count: Int { get }
    /// Whether there is room for no other image, however small.
    var isFull: Bool { get }
    /// Takes one more image in; false, and nothing changed, where it has no room beside those that are there.
    ///
    /// - Parameter recipes: what is asked of this image, of what the backend answers.
    mutating func append(_ content: ImageContent, asking recipes: [Recipe]) -> Bool
    /// Some of the images as a batch of their own: the parts of a request that is split.
    func slice(_ indexes: Range<Int>) -> Self
}
