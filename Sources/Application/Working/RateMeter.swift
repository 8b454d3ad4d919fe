/// Measures how many images end a second, over the last few seconds.
struct RateMeter {
    private var ends: [(at: Int64, count: Int)] = []
    private var lastReport: Int64?
    private var startedAt: Int64?
    private(set) var imagesPerSecond = 0.0

    /// Counts `count` more.
    mutating func count(_ count: Int, at now: Int64) {
        startedAt = startedAt ?? now
        if count > 0 { ends.append((now, count)) }
        ends.removeAll { now - $0.at > window }
        let span = min(window, now - (startedAt ?? now))
        guard span > 0 else { return }
        imagesPerSecond = Double(ends.reduce(0) { $0 + $1.count }) * 1000 / Double(span)
    }

    /// Whether it is time to tell people how far it is; asking starts the next wait.
    mutating func isReportDue(at now: Int64) -> Bool {
        if let lastReport, now - lastReport < 200 { return false }
        lastReport = now
        return true
    }
}

/// Milliseconds that the rate is taken over.
private let window: Int64 = 5000
