internal import Domain
internal import JSON

/// A line of a program behind the first one.
enum ProgramLine {
    /// What became of the picture with a number.
    case result(id: Int, ProgramResult)
    /// Nothing more can be answered, for a reason.
    case stop(String)
    /// The program is not dead.
    case alive

    /// Reads a line.
    init(_ bytes: [UInt8]) throws(ProtocolBreach) {
        let line = try LineObject(bytes)
        if line.has("alive") {
            try line.check("alive")
            self = .alive
        } else if line.has("stop") {
            try line.check("stop")
            self = .stop(try line.text("stop"))
        } else if let id = line.root["id"]?.integer {
            self = .result(id: id, try ProgramResult(line, bytes))
        } else {
            throw ProtocolBreach("a line has no `id`: \(line.beginning)")
        }
    }
}

extension ProgramResult {
    fileprivate init(_ line: LineObject, _ bytes: [UInt8]) throws(ProtocolBreach) {
        if line.has("error") {
            try line.check("id", "error")
            self = .refused(try line.text("error"))
        } else if line.has("retry") {
            try line.check("id", "retry", "after")
            let seconds = line.root["after"].map { $0.double ?? -1 } ?? 0
            guard (0...3600).contains(seconds) else { throw ProtocolBreach("`after`: 0 to 3,600 seconds expected") }
            self = .retry(try line.text("retry"), after: TimeSpan(milliseconds: Int64(seconds * 1000)))
        } else {
            self = .answer(bytes)
        }
    }
}
