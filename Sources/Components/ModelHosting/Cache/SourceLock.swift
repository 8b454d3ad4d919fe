internal import Services
internal import Domain
internal import Platform

/// The right to download from one source: one process has it, the others wait for what it brings.
///
/// It ends with its process, however that ends.
struct SourceLock {
    private let lock: FileLock
    /// Whether another process had it first.
    let hasWaited: Bool

    /// Takes the lock as soon as no other process has it.
    ///
    /// - Parameters:
    ///   - patience: the longest wait for another process.
    ///   - willWait: is called once where another process has it.
    ///   - stop: the clause that says why to wait no longer; nil: wait.
    init(
        _ file: FilePath, in environment: ProcessEnvironment, source: String, patience: TimeSpan, willWait: () -> Void,
        stop: () -> String?
    ) throws(HostingError) {
        let began = monotonicMilliseconds()
        var hasWaited = false
        while true {
            do throws(SystemError) {
                if let lock = try FileLock.acquire(file) {
                    self.lock = lock
                    self.hasWaited = hasWaited
                    return
                }
            } catch {
                throw .cache(error)
            }
            if !hasWaited { willWait() }
            hasWaited = true
            if let reason = stop() { throw .stopped(source: source, reason: reason) }
            guard monotonicMilliseconds() - began < patience.milliseconds else {
                throw .unreachable(
                    source: source,
                    reason: "another process has been fetching it for \(patience.milliseconds / 1000) s")
            }
            environment.pause(TimeSpan(milliseconds: 50))
        }
    }
}
