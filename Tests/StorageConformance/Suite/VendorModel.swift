/// What a vendor would know of the requests that were sent.
struct VendorModel {
    /// Units that the vendor bills, by work key.
    private(set) var billed: [WorkKey: Int] = [:]
    /// Units that were sent and of which nothing was reported yet.
    private(set) var open: [WorkKey: Int] = [:]
    /// Units that were sent and not refused.
    private(set) var sent = 0
    private var again: [String: Int] = [:]

    /// How often a work key may be settled: once, and once more for each time that it was asked for a second time, and
    /// for each loss.
    func limit(of key: WorkKey) -> Int { 1 + (again[key.image] ?? 0) }

    /// An image is asked for a second time.
    mutating func mayAskAgain(_ image: String) { again[image, default: 0] += 1 }

    /// A unit is sent.
    mutating func send(_ key: WorkKey) {
        open[key, default: 0] += 1
        sent += 1
    }

    /// A unit is closed: its end is known, or stays unknown.
    mutating func close(_ key: WorkKey, isBilled: Bool, isReleased: Bool = false) {
        open[key, default: 0] -= 1
        if isBilled { billed[key, default: 0] += 1 }
        if isReleased { sent -= 1 }
    }
}
