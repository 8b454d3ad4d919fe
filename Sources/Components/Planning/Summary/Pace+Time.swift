package import Domain

extension Pace {
    /// The time from the first request's start to the last one's; nil where the pace says nothing of time.
    ///
    /// - Parameters:
    ///   - images: how many are asked about, in requests that are full but for the last.
    ///   - imagesInRequest: the most images that the backend takes in one request.
    package func time(images: Int, imagesInRequest: Int) -> TimeSpan? {
        let most = max(1, mostImages(of: max(1, imagesInRequest)))
        guard let space = spacing(images: most, most: most) else { return nil }
        let spaces = images > 0 ? (images - 1) / most : 0
        return TimeSpan(milliseconds: space.saturatingMultiply(Int64(spaces)) / 1000)
    }
}
