package import Domain
internal import Services

/// What bounds one download.
package struct DownloadLimits: Sendable {
    /// The longest time for it; what came until then is continued by the next one.
    package var time = TimeSpan.seconds(3600)
    /// The least bytes a second, over a time in seconds; a slower download ends that try.
    package var minRate = Int64(minDownloadRate), idleSeconds = 60
    /// How often a service is asked that cannot serve; each try that brings bytes begins the count again.
    package var attemptCount = 5
    /// The longest that a service may say nothing where another model can answer; then it is asked no more.
    package var patience = TimeSpan.seconds(10)
    /// The longest wait for another process that downloads the same, where another model can answer; otherwise it is
    /// `time`.
    package var lockPatience = TimeSpan.seconds(60)
    /// Whether another model can answer.
    var hasOther = false
    /// The longest pause that a service may ask for before it is given up for this time.
    package var maxWait = TimeSpan.seconds(60)
    /// The most bytes a second: the manifest's.
    var rate: Int64?

    /// The limits of the program.
    package init() {}

    /// The least bytes a second of a download whose own rate may be bounded.
    var slowest: Int64 { max(1, min(minRate, rate.map { $0 / 2 } ?? minRate)) }
}
