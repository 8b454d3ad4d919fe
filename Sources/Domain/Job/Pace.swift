/// How fast work may go.
package struct Pace: Equatable, Sendable {
    /// The most requests in any minute; nil: as many as the backend takes.
    package var requestsPerMinute: Int?
    /// The most images in any minute; nil: as many as the backend takes.
    package var imagesPerMinute: Int?
    /// The most requests at one time; nil: by the backend.
    package var inFlight: Int?

    /// A pace of which nothing is said.
    package init() {}

    /// The most images of one request with which a minute is still filled well.
    ///
    /// - Parameter backend: the most that the backend takes in one.
    package func maxImages(of backend: Int) -> Int {
        imagesPerMinute.map { min(backend, max(1, $0 / minRequests)) } ?? backend
    }

    /// How long after a request with `images` images the next one may start, in microseconds; nil where nothing is
    /// said.
    ///
    /// Evenly spaced, so that no vendor sees a burst. The spaces behind all requests of a minute but the last are
    /// shorter than it, so their images are fewer than rate - maxImages + 1, and those of the last at most `maxImages`:
    /// together no more than the rate.
    ///
    /// - Parameters:
    ///   - images: at most `maxImages`.
    ///   - maxImages: what `maxImages(of:)` says of the backend.
    package func spacing(images: Int, maxImages: Int) -> Int64? {
        let byRequests = requestsPerMinute.map { minute / Double($0) }
        let byImages = imagesPerMinute.map { minute * Double(images) / Double($0 - maxImages + 1) }
        guard let longest = [byRequests, byImages].compactMap({ $0 }).max() else { return nil }
        return Int64(longest.rounded(.up))
    }
}

/// A minute's images go in no fewer requests than these, where the pace allows more images than requests.
private let minRequests = 16

/// In microseconds.
///
/// A start may be late by the time a thread takes to wake, on a busy machine some tenths of a second; 0.75 % keep any
/// minute within the rate where those before a minute come up to 0.45 s late, within it.
private let minute = 60_000_000.0 * 1.0075
