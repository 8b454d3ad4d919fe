internal import Platform
internal import Nights
internal import Reporting

/// Lines for mail: a label in the first columns, at most 72 columns where the values allow, and commands that are never
/// broken.
struct LabelledLines {
    private struct Row {
        var label: String
        var items: [String]
        var isCommand = false
    }

    /// Columns of a label and the blanks around it.
    static let indent = 10

    /// Columns of a line, 72 in a mail.
    private let width: Int
    private var head = ""
    private var rows: [Row] = []

    /// No lines yet.
    ///
    /// - Parameter columns: those of the terminal, which may be fewer than a mail's; nil: there is none.
    init(for columns: Int? = nil) {
        width = min(columns ?? mailWidth, mailWidth)
    }

    /// Sets the first line, with its end at the right edge.
    ///
    /// Where it is too long, it is broken between its parts, and the end stands at the right edge of the last line.
    mutating func headline(_ text: String, _ parts: [String], end: String) {
        var lines = [text]
        for (index, part) in parts.enumerated() {
            let part = index == parts.count - 1 ? part : "\(part), "
            let last = lines[lines.count - 1]
            let used = DisplayWidth.of(last) + DisplayWidth.of(part.last == " " ? String(part.dropLast()) : part)
            if index > 0, used > width { lines.append("  " + part) } else { lines[lines.count - 1] = last + part }
        }
        lines = lines.flatMap { Wrapping.lines($0, to: width, indent: 2) }
        if DisplayWidth.of(lines[lines.count - 1]) + 2 + DisplayWidth.of(end) > width { lines.append("") }
        var gap = width - DisplayWidth.of(lines[lines.count - 1]) - DisplayWidth.of(end)
        if lines.count == 1 { gap = max(2, gap) }
        lines[lines.count - 1] += String(repeating: " ", count: gap) + end
        head = lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
    }

    /// Adds a line; empty ones are left out.
    mutating func add(_ label: String, _ text: String) { add(label, text.isEmpty ? [] : [text]) }

    /// Adds a line of two columns, which become two lines where they have no room beside each other.
    mutating func add(_ label: String, _ items: [String]) {
        if !items.isEmpty { rows.append(Row(label: label, items: items)) }
    }

    /// Adds a command that can be pasted, with the store that was named.
    mutating func add(_ label: String, command: String, _ report: NightReport) {
        rows.append(Row(label: label, items: [Hints(store: report.storeOption).command(command)], isCommand: true))
    }

    /// Adds a line with at most three names in parentheses, as many as there is room for and one in any case.
    mutating func add(_ label: String, _ text: String, names: [String], isMore: Bool) {
        guard !names.isEmpty else { return add(label, text) }
        for count in stride(from: min(3, names.count), to: 0, by: -1) {
            let more = isMore || count < names.count ? ", ..." : ""
            let line = "\(text) (\(names.prefix(count).joined(separator: ", "))\(more))"
            if count > 1, DisplayWidth.of(line) > width - Self.indent { continue }
            rows.append(Row(label: label, items: [line], isCommand: true))
            return
        }
    }

    /// All lines.
    var text: String {
        let column = secondColumn
        var text = head
        for row in rows {
            var label = row.label
            func add(_ line: String) {
                let name = "  " + label
                text += name + String(repeating: " ", count: max(1, Self.indent - name.count)) + line + "\n"
                label = ""
            }
            if row.items.count == 2, fits(row, column) {
                let gap = column - DisplayWidth.of(row.items[0])
                add(row.items[0] + String(repeating: " ", count: gap) + row.items[1])
            } else {
                for item in row.items {
                    for line in row.isCommand ? [item] : Wrapping.lines(item, to: width - Self.indent) { add(line) }
                }
            }
        }
        return text
    }

    /// Where second items begin, behind the label's columns: the same in every line that has room for one.
    private var secondColumn: Int {
        let first = { (row: Row) in DisplayWidth.of(row.items[0]) + 4 }
        let columns = rows.filter { $0.items.count == 2 && fits($0, first($0)) }.map(first).sorted(by: >)
        return columns.first { column in
            rows.allSatisfy { $0.items.count != 2 || !fits($0, first($0)) || fits($0, column) }
        } ?? columns.last ?? 0
    }

    private func fits(_ row: Row, _ column: Int) -> Bool {
        DisplayWidth.of(row.items[0]) + 2 <= column && Self.indent + column + DisplayWidth.of(row.items[1]) <= width
    }
}

/// The most columns of a line.
private let mailWidth = 72
