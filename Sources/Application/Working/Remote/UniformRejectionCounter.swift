/// Counts images that a service refuses in the same words before it has accepted any.
///
/// The job's settings may be the cause, and not the images.
struct UniformRejectionCounter: Sendable {
    private var words: String?
    private var count = 0
    private var hasAccepted = false

    /// Notes that the service accepted an image.
    mutating func accept() {
        hasAccepted = true
    }

    /// Notes that images were refused.
    ///
    /// - Returns: how many were refused in these words, one after the other; 0 once an image was accepted.
    mutating func reject(_ images: Int, saying words: String) -> Int {
        guard !hasAccepted else { return 0 }
        if words != self.words { count = 0 }
        self.words = words
        count += images
        return count
    }
}
