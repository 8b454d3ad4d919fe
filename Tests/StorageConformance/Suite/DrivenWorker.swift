internal import Storage
internal import Domain

/// A worker whose writes go through a driver.
final class DrivenWorker: WorkerSession {
    private let session: any WorkerSession
    private let driver: Driver

    init(_ session: any WorkerSession, _ driver: Driver) {
        self.session = session
        self.driver = driver
    }

    var recipes: [RecipeID: Recipe] { session.recipes }
    var isDue: Bool { session.isDue }

    func exchange(_ report: WorkReport) throws(StoreError) -> WorkOrder {
        var first: WorkOrder?
        var order = try driver.write { () throws(StoreError) in
            let order = try session.exchange(report)
            if first == nil { first = order }
            return order
        }
        // The claims and what was sent come again; what kept the rest queued is told at the next exchange.
        if let first {
            order.stopReason = order.stopReason ?? first.stopReason
            order.isOverdrawn = first.isOverdrawn
            order.rescue = first.rescue
            order.decisions = zip(first.decisions, order.decisions).map {
                if case .send(let attempts) = $0, !attempts.isEmpty { $1 } else { $0 }
            }
        }
        return order
    }

    func locations(of claim: Claim, after last: PathID) throws(StoreError) -> [FileLocation] {
        try session.locations(of: claim, after: last)
    }

    func outlook() throws(StoreError) -> RunOutlook { try session.outlook() }
    func hasWork() throws(StoreError) -> Bool { try session.hasWork() }
    func leave() throws(StoreError) { try driver.write { () throws(StoreError) in try session.leave() } }
}
