internal import Platform
internal import Storage
internal import Domain

extension WorkSession {
    /// Writes to the store; where its disk is full while answers are in flight that may be billed, again and again
    /// until there is room, for as long as `retry.cap`.
    ///
    /// What has come stays in memory, and no further request leaves meanwhile. A write that is repeated leaves the
    /// state of one.
    func write<Result>(
        with tasks: InFlightTasks, _ body: () throws(StoreError) -> Result
    ) throws(WorkError) -> Result {
        let began = monotonic.now()
        var hasTold = false
        while true {
            do throws(StoreError) {
                return try body()
            } catch {
                guard error.kind == .full, tasks.inFlight.units > 0, !shutdown.isStopping,
                    monotonic.span(since: began) < job.retry.cap
                else { throw .store(error) }
            }
            if !hasTold {
                hasTold = true
                observer(
                    .notice(
                        "the disk of the store is full; what has come is kept in memory and written as soon as there "
                            + "is room; free some space within \(max(1, job.retry.cap.milliseconds / 1000)) s"))
            }
            pauseThread(milliseconds: pauseForRoom)
        }
    }
}

/// Milliseconds after which a full disk is tried again.
private let pauseForRoom: Int64 = 100
