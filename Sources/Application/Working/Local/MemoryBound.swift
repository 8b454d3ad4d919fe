/// How much memory a process may have while a local model works in it.
struct MemoryBound: Equatable, Sendable {
    /// The bytes that the trial run of the model may take: the limit that people know.
    let trial: Int64
    /// The most bytes of the process that may be resident.
    let total: Int64

    /// A bound that leaves room for what is known to be needed, and beyond that for one trial.
    ///
    /// Each thread has a copy of what the first run of the model took, and buffers for the picture that it decodes.
    ///
    /// - Parameters:
    ///   - trial: the bytes that the trial may take.
    ///   - before: the bytes that were resident before the model was opened.
    ///   - opened: the bytes that were resident after its first run here.
    ///   - threads: how many threads work with it.
    ///   - decodes: the bytes that large decodes share.
    init(trial: Int64, before: Int64, opened: Int64, threads: Int, decodes: Int64) {
        self.trial = trial
        let parts = [Int64(threads) * (max(0, opened - before) + threadBuffers), decodes, trial]
        total = parts.reduce(before) { $0.addingReportingOverflow($1).partialValue }
    }
}

/// The bytes that one thread's files, decoder and samples take at the most, but for large decodes.
private let threadBuffers: Int64 = 64 << 20
