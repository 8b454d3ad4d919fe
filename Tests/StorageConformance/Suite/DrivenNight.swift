internal import Storage
internal import Domain

/// A night whose writes go through a driver.
final class DrivenNight: NightSession {
    private let night: any NightSession
    private let driver: Driver

    init(_ night: any NightSession, _ driver: Driver) {
        self.night = night
        self.driver = driver
    }

    var began: Timestamp { night.began }
    var killed: KilledNight? { night.killed }
    var isDue: Bool { night.isDue }

    func renew() throws(StoreError) -> NightOwner? {
        try driver.write { () throws(StoreError) in try night.renew() }
    }

    func end(_ result: NightResult) throws(StoreError) {
        try driver.write { () throws(StoreError) in try night.end(result) }
    }
}
