/// An entry of `images` in the manifest: where images come from, and how they are read.
package struct ImageSource: Equatable, Sendable {
    package let location: ImageLocation
    /// How `orientation` and `rotate` say that its files are read.
    package let reading: Reading
    /// The part of its images that the job takes; nil: all of them.
    package let share: ImageShare?

    /// A source.
    package init(_ location: ImageLocation, reading: Reading = Reading(), share: ImageShare? = nil) {
        self.share = share
        self.location = location
        self.reading = reading
    }
}
