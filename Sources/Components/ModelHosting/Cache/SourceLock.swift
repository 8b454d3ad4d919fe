internal import Backends
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
    ///   - willWait: is called once where another process has it.
    ///   - stop: the clause that says why to wait no longer; nil: wait.
    init(
        _ file: FilePath, in environment: BackendEnvironment, source: String, willWait: () -> Void,
        stop: () -> String?
    ) throws(HostingError) {
        var hasWaited = false
        while true {
            do throws(SystemError) {
                if let lock = try FileLock.take(file) {
                    self.lock = lock
                    self.hasWaited = hasWaited
                    return
                }
            } catch {
                throw .cache(error)
            }
            if !hasWaited { willWait() }
            hasWaited = true
            if let why = stop() { throw .stopped(source: source, why: why) }
            environment.pause(TimeSpan(milliseconds: 50))
        }
    }
}
