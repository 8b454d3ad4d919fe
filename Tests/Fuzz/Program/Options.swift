/// What the command line says.
struct Options {
    var kind = ""
    var count = 1
    var from = 0
    var seed: UInt64 = 1
    /// The breaches after which a run is over: what is broken is broken again and again.
    var breaches = 10
    /// Where the input of the first breach is written.
    var write: String?

    /// nil for words that are not understood.
    init?(_ words: [String]) {
        guard let name = words.first, name.first != "-" else { return nil }
        kind = name
        var rest = words.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--count": count = Int(value) ?? -1
            case "--from": from = Int(value) ?? -1
            case "--seed": seed = UInt64(value) ?? 0
            case "--breaches": breaches = Int(value) ?? -1
            case "--write": write = value
            default: return nil
            }
        }
        guard count >= 0, from >= 0 else { return nil }
    }
}
