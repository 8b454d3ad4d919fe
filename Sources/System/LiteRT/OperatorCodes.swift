internal import Text
internal import Platform

/// The operations a model file names.
struct OperatorCodes {
    /// Names of its custom operations, each once.
    let customNames: [String]
    /// The code of the detection op, where there is one.
    let postProcess: UInt32?
    /// Whether there is an operation that writes a variable.
    let assignsVariables: Bool

    /// Reads the operator_codes of a Model table.
    init(_ model: FlatTable, in bytes: Span<UInt8>) throws(LiteRTError) {
        let codes = try model.vector(1, of: 4, in: bytes)
        guard codes.count <= 4096 else {
            throw LiteRTError.modelRefused(reason: "it names \(codes.count) operations")
        }
        var names: [String] = []
        var seen: Set<String> = []
        var postProcess: UInt32?
        var assignsVariables = false
        for index in 0..<codes.count {
            let code = try codes.table(index, in: bytes)
            // The first field is a byte and was outgrown; the fourth replaced it, and the larger one holds.
            let old = Int(try code.scalar(0, default: Int8(0), in: bytes))
            let new = Int(try code.scalar(3, default: Int32(0), in: bytes))
            assignsVariables = assignsVariables || max(old, new) == assignVariableCode
            guard max(old, new) == customCode else { continue }
            let name = try code.text(1, in: bytes) ?? "(without a name)"
            if name == "TFLite_Detection_PostProcess", postProcess == nil { postProcess = UInt32(index) }
            // Readable: the names go into messages, and a file may put anything there.
            if seen.insert(name).inserted { names.append(readable(name)) }
        }
        customNames = names
        self.postProcess = postProcess
        self.assignsVariables = assignsVariables
    }
}

/// BuiltinOperator_CUSTOM.
private let customCode = 32
/// BuiltinOperator_ASSIGN_VARIABLE.
private let assignVariableCode = 144
