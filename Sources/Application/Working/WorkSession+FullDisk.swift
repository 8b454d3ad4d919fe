internal import Platform
internal import Storage
internal import Domain

extension WorkSession {
    /// Writes to the store; where its disk, a quota or `ulimit -f` leaves no room while answers are in flight that may
    /// be billed, again and again until there is some, for as long as `retry.cap`.
    ///
    /// What has come stays in memory, and no further request leaves meanwhile. A write that is repeated leaves the
    /// state of one.
    func write<Result>(
        with tasks: InFlightTasks, _ body: () throws(StoreError) -> Result
    ) throws(CommandFailure) -> Result {
        let began = monotonic.now()
        var hasTold = false
        while true {
            do throws(StoreError) {
                return try body()
            } catch {
                guard error.kind == .full, tasks.inFlight.units > 0, !shutdown.isStopping,
                    monotonic.span(since: began) < job.retry.cap
                else { throw error.commandFailure }
            }
            if !hasTold {
                hasTold = true
                jobs.observer(
                    .notice(
                        "the disk of the store is full, or a quota or `ulimit -f` is reached; "
                            + "what has come is kept in memory and written as soon as there is room; "
                            + "make some within \(max(1, job.retry.cap.milliseconds / 1000)) s"))
            }
            pauseThread(milliseconds: pauseForRoom)
        }
    }
}

/// Milliseconds after which a full disk is tried again.
private let pauseForRoom: Int64 = 100
