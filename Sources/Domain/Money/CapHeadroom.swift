/// How many more images a cap leaves room for.
package struct CapHeadroom: Equatable, Sendable {
    /// What is left; 0 where the cap is reached.
    package let images: Int
    /// The cap that leaves the least.
    package let cap: CapUsage

    /// A value of these parts.
    package init(images: Int, cap: CapUsage) {
        self.images = images
        self.cap = cap
    }
}
