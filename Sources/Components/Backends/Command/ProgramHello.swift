internal import JSON

/// The first line of a program.
struct ProgramHello: Equatable {
    /// The version that it says it has.
    var version: String?
    /// The most pictures that it takes at once; nil: as many as the manifest says.
    var batch: Int?

    /// Reads the line.
    init(_ bytes: [UInt8]) throws(ProtocolBreach) {
        guard let line = try? LineObject(bytes), let number = line.root["cairn"]?.integer else {
            throw ProtocolBreach("the first line is not {\"cairn\": 1}: \(LineObject.beginning(of: bytes))")
        }
        guard number == CommandPlan.protocolVersion else {
            throw ProtocolBreach("it speaks version \(number) of the protocol, and this version of Cairn speaks 1")
        }
        try line.check("cairn", "name", "version", "batch")
        if line.has("name") { _ = try line.text("name") }
        if line.has("version") { version = try line.text("version") }
        if let given = line.root["batch"] {
            guard let count = given.integer, (1...256).contains(count) else {
                throw ProtocolBreach("`batch`: a whole number from 1 to 256 expected")
            }
            batch = count
        }
    }
}
