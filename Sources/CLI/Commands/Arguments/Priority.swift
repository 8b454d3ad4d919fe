/// Which run is worked on first: -100 to 100, higher ones before lower ones.
struct Priority: Argument, Equatable {
    let value: Int

    static func read(_ word: String) -> Priority? {
        Int(word).flatMap { (-100...100).contains($0) ? Priority(value: $0) : nil }
    }

    static var expectation: String { "a whole number from -100 to 100" }
}

extension Option {
    /// `--priority N` of a command that submits.
    static func priority(_ path: any WritableKeyPath<Root, Priority?> & Sendable) -> Option {
        .option("priority", path, "N", "work on this run before those with a lower number; -100 to 100, otherwise 0")
    }
}
