import Domain

@testable import Backends

extension RemoteSlot {
    /// Sends without asking anybody for further requests.
    func send(_ batch: Batch) throws(BackendError) -> [Reply] {
        try send(batch) { _ in true }
    }
}
