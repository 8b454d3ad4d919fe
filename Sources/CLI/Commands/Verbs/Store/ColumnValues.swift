internal import Domain
internal import Storage
internal import Text

/// What a column holds: its most common values, or from where to where they go.
struct ColumnValues {
    /// The most different values that are counted.
    private static let maxDifferent = 1000

    private let kind: ViewColumn.Kind?
    private let isNumber: Bool
    private var counts: [String: Int] = [:]
    private var range: (first: String, last: String)?
    private var numbers: (min: Double, max: Double)?
    private var nulls = 0

    init(_ column: ViewColumn) {
        kind = column.kind
        isNumber = column.name.hasSuffix("_id") || column.name == "path" || column.name == "polygon"
    }

    mutating func add(_ cell: Cell) {
        switch cell {
        case .null: nulls += 1
        case .blob: break
        case .real(let value): widen(value)
        case .integer(let value):
            if kind == .real { widen(Double(value)) } else { count(String(value)) }
        case .text(let bytes):
            let text = displayText(bytes)
            guard kind == .moment else { return count(text) }
            range = (min(range?.first ?? text, text), max(range?.last ?? text, text))
        }
    }

    private mutating func widen(_ value: Double) {
        numbers = (min(numbers?.min ?? value, value), max(numbers?.max ?? value, value))
    }

    private mutating func count(_ text: String) {
        guard !isNumber, counts[text] != nil || counts.count < ColumnValues.maxDifferent else { return }
        counts[text, default: 0] += 1
    }

    /// The values in short, `castle (12), tower (3), ...`; nil where there are none that tell anything.
    func summary(rows: Int) -> String? {
        guard rows > 0 else { return nil }
        guard nulls < rows else { return "NULL everywhere" }
        let empty = nulls > 0 ? "; NULL in \(max(1, nulls * 100 / rows)) %" : ""
        if let numbers { return "\(HumanFormat.readable(numbers.min)) to \(HumanFormat.readable(numbers.max))\(empty)" }
        if let range { return "\(range.first) to \(range.last)\(empty)" }
        let common = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        guard !common.isEmpty else { return empty.isEmpty ? nil : String(empty.dropFirst(2)) }
        let shown = common.prefix(3).map { value, count in
            "\(DisplayWidth.cut(value, to: 40)) (\(HumanFormat.grouped(Int64(count))))"
        }
        return shown.joined(separator: ", ") + (common.count > 3 ? ", ..." : "") + empty
    }
}
