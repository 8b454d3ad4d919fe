import Commands

/// A console that keeps what is written to it.
// because only the one thread of its test writes: @unchecked.
final class Recorder: @unchecked Sendable {
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var error: String { String(decoding: errorBytes, as: UTF8.self) }

    var console: Console {
        Console(output: { self.outputBytes += $0 }, error: { self.errorBytes += $0 })
    }
}
