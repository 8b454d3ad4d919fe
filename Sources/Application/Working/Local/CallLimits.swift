internal import Domain

/// What the calls of a local model may take.
struct CallLimits: Sendable {
    /// The longest that a call may take for each of its pictures; nil where calls end by themselves.
    let picture: TimeSpan?
    /// The memory of the process; nil where it is not watched.
    let memory: MemoryBound?

    /// The calls that take more than they may; nil where none does.
    ///
    /// Whose the memory is cannot be told: where the process has too much, all calls that are running are meant.
    ///
    /// - Parameters:
    ///   - now: in milliseconds of the monotonic clock.
    ///   - resident: how many bytes of the process are resident.
    func overrun(of calls: [ModelCall], at now: Int64, resident: @autoclosure () -> Int64) -> Overrun? {
        if let picture {
            let late = calls.filter { now - $0.startedAt >= picture.milliseconds * Int64($0.claims.count) }
            if !late.isEmpty { return Overrun(.time(picture), by: late.flatMap(\.claims)) }
        }
        guard let memory, !calls.isEmpty, resident() > memory.total else { return nil }
        return Overrun(.memory(memory.trial), by: calls.flatMap(\.claims))
    }
}
