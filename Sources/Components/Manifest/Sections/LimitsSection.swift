internal import Domain

enum LimitsKey: String, SectionKey {
    case megapixels
    case memory
    static let section = "limits"
}

extension Node {
    /// What an image may be.
    func limits() -> Limits? {
        guard let fields = Fields(self, "a mapping such as {megapixels: 200, memory: 256MB}", keys: LimitsKey.self)
        else { return nil }
        var limits = Limits()
        if let megapixels = fields[.megapixels]?.whole(1...10_000) { limits.pixels = Int64(megapixels) * 1_000_000 }
        if let memory = fields[.memory]?.memory() { limits.memory = memory }
        return limits
    }
}
