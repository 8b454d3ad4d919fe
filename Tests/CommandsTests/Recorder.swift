import Commands

/// A console that keeps what is written to it.
// because only the one thread of its test writes: @unchecked.
final class Recorder: @unchecked Sendable {
    private let usesColor: Bool
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var error: String { String(decoding: errorBytes, as: UTF8.self) }

    /// A recorder.
    ///
    /// - Parameter usesColor: whether its console shows colors.
    init(usesColor: Bool = false) { self.usesColor = usesColor }

    var console: Console {
        Console(
            output: { self.outputBytes += $0 }, error: { self.errorBytes += $0 }, outputUsesColor: usesColor,
            errorUsesColor: usesColor)
    }

    /// What a line of words becomes on standard error.
    func said(_ line: String, _ mark: TextStyle?) -> String {
        console.say(line, mark)
        return error
    }
}
