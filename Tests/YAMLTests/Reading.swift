import YAML

/// A tree without its places: what a test writes down.
indirect enum Plain: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case float(Double)
    case string(String)
    case list([Plain])
    case mapping([String: Plain])

    init(_ value: YAMLValue) {
        self =
            switch value.content {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .float(let number): .float(number)
            case .string(let text): .string(text)
            case .list(let items): .list(items.map(Plain.init))
            case .mapping(let entries):
                .mapping(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, Plain($0.value)) }))
            }
    }
}

/// The tree of a text.
func parse(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> YAMLValue {
    try YAMLValue(parsing: Array(text.utf8), limits: limits)
}

/// The complaint about a text; nil where there is none.
func complaint(about text: String, limits: YAMLLimits = YAMLLimits()) -> String? {
    complaint(about: Array(text.utf8), limits: limits)
}

/// The complaint about some bytes; nil where there is none.
func complaint(about bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> String? {
    do throws(YAMLError) {
        _ = try YAMLValue(parsing: bytes, limits: limits)
        return nil
    } catch {
        return error.description
    }
}
