package import Domain

/// The kept response with the newest answer to one recipe, of an image that lacks the answer to another one.
package struct ReusableResponse: Sendable {
    package let image: ImageID
    /// The answer that was read from it, and when it came.
    package let answer: ResultID, at: Timestamp
    /// What came; nil where the kept bytes are damaged.
    package let raw: RawResponse?
    /// The size of the upright original, where it is known.
    package let original: Size?

    /// A value of these parts.
    package init(image: ImageID, answer: ResultID, at: Timestamp, raw: RawResponse?, original: Size?) {
        self.image = image
        self.answer = answer
        self.at = at
        self.raw = raw
        self.original = original
    }
}
