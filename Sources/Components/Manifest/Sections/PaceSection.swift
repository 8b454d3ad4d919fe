internal import Domain

enum PaceKey: String, SectionKey {
    case requestsPerMinute, imagesPerMinute, inFlight
    static let section = "pace"
}

extension Node {
    /// How fast work may go.
    func pace() -> Pace? {
        let expected = "a mapping such as {requestsPerMinute: 1800, inFlight: 16}"
        guard let fields = Fields(self, expected, keys: PaceKey.self) else { return nil }
        var pace = Pace()
        pace.requestsPerMinute = fields[.requestsPerMinute]?.whole(1...1_000_000)
        pace.imagesPerMinute = fields[.imagesPerMinute]?.whole(1...1_000_000)
        pace.inFlight = fields[.inFlight]?.whole(1...1000)
        return pace
    }
}
