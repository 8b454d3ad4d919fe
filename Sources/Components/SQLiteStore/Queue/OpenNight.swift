internal import Storage
internal import Domain

/// A night that has not ended, as the store has it.
struct OpenNight {
    let key: RequestKey
    let worker: WorkerID
    let holder: NightHolder
    /// Whether its worker was given up.
    let isOver: Bool
}
