import Dispatch
import Synchronization

/// What several threads got that all began at once.
package func together<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
    let results = Mutex<[Result]>([])
    let start = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    for index in 0..<count {
        DispatchQueue(label: "together \(index)").async(group: group) {
            start.wait()
            let result = body(index)
            results.withLock { $0.append(result) }
        }
    }
    for _ in 0..<count { start.signal() }
    group.wait()
    return results.withLock { $0 }
}
