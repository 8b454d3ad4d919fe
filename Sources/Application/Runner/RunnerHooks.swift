package import Logging
internal import Storage

/// What accompanies the work of a runner: a log that hears each event, and what must be done now and then.
package struct RunnerHooks {
    /// Hears each event; nil where there is no log.
    package var log: ((LogEvent) -> Void)?
    /// The night that the work belongs to; nil: none.
    var night: RequestKey?
    /// Is called often, on the thread that works; answers who has the job's night in this process's place.
    var tend: () throws(StoreError) -> NightHolder? = { () throws(StoreError) in nil }

    /// No company.
    package init() {}
}
