import Dispatch
import TestSupport
import Testing

/// Lets a few tests at a time start processes: the program under test wants the processors for itself.
///
/// They run on threads of their own. On Swift's pool each of their steps would wait behind all tests that compute,
/// longer than what a process waits for.
struct InTurn: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Turns.all.enter()
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await withTaskExecutorPreference(OwnThreads.all) { try await function() })
        } catch {
            outcome = .failure(error)
        }
        await Turns.all.leave()
        try outcome.get()
    }
}

extension Trait where Self == InTurn {
    /// One of a few at a time.
    static var inTurn: InTurn { InTurn() }
}

/// Threads beside those of Swift's pool.
private final class OwnThreads: TaskExecutor {
    static let all = OwnThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A serial queue has a thread beyond the pool's width, which a concurrent one shares.
        DispatchQueue(label: "test in turn").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Who may go on, in the order they came.
private actor Turns {
    static let all = Turns()
    private var free = 2
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
