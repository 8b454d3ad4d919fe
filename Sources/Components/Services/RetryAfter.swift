package import Curl
package import Domain

/// How long a service asks to be left alone; nil where it says nothing.
///
/// The longer of `Retry-After` (seconds, or a date; RFC 9110, section 10.2.3) and RetryInfo's delay; a day at most, so
/// that a wrong clock stops no worker for good.
package func retryAfter(_ response: HTTPResponse, retryDelay: TimeSpan?, now: Timestamp) -> TimeSpan? {
    let waits = [retryAfterHeader(response, now: now), retryDelay].compactMap(\.self)
    return waits.max().map { min(max($0, .seconds(0)), .seconds(86_400)) }
}

private func retryAfterHeader(_ response: HTTPResponse, now: Timestamp) -> TimeSpan? {
    guard let text = response.header("Retry-After") else { return nil }
    if let wait = seconds(text) { return wait }
    // The service's own clock, where it tells it: the two clocks may differ.
    let base = response.header("Date").flatMap(Timestamp.init(httpDate:)) ?? now
    return Timestamp(httpDate: text).map { $0 - base }
}

/// A span from seconds with a fraction or without: `26`, `0.5`; nil for any other text.
package func seconds(_ text: some StringProtocol) -> TimeSpan? {
    guard let value = Double(text), value >= 0, value.isFinite else { return nil }
    return TimeSpan(milliseconds: Int64((min(value, 1e9) * 1000).rounded(.up)))
}
