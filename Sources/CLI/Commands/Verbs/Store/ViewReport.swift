internal import Domain
internal import Schema
internal import Storage
internal import Text

/// `cairn schema VIEW`: a view's columns, what they mean and what they hold.
struct ViewReport {
    private static let sample = 10_000

    private let view: (name: String, columns: [ViewColumn])
    private let context: CommandContext

    init(of name: String, _ context: CommandContext) throws(CommandFailure) {
        let stores = context.stores
        // Before anything opens a store, as the views are asked of one in memory.
        stores.prepareForQueries()
        let views = try endingCommand { () throws(StoreError) in try stores.views() + stores.searches() }
        guard let view = views.first(where: { $0.name == name.lowercased() }) else {
            let names = views.map(\.name) + SchemaCommand.Topic.choices
            let near = nearestName(to: name.lowercased(), among: names, spelling: .letters)
            let next = near.map { "did you mean \($0)?" } ?? "`cairn schema` lists the views"
            throw CommandFailure("there is no view '\(name)'; \(next)", .badInput)
        }
        self.view = view
        self.context = context
    }

    /// Writes a line for each column.
    func write() throws(CommandFailure) {
        let (values, rows) = try values()
        let summary = ViewPage.embedded.summary(of: view.name)
        if !context.common.json, let summary { context.console.write("\(view.name): \(summary)\n\n") }
        context.write(
            ["column", "type", "values", "meaning"],
            zip(view.columns, values).map { column, values in
                [
                    .text(column.name), .text(column.kind.map(ViewReport.name) ?? ""),
                    Cell(values.summary(rows: rows)), Cell(ViewPage.embedded.meaning(of: column.name, in: view.name)),
                ]
            }, heads: 1)
        if rows == ViewReport.sample { context.reporter.say("values of the first 10,000 rows") }
    }

    /// What the columns hold, of the first rows, within five seconds.
    private func values() throws(CommandFailure) -> ([ColumnValues], rows: Int) {
        let store = try context.open(for: .read)
        var values = view.columns.map(ColumnValues.init)
        var rows = 0
        let deadline = QueryDeadline(.seconds(5), onOverrun: {})
        do throws(QueryError) {
            try store.query(
                StoreQuestions.sample(of: view.columns.map(\.name), in: view.name, rows: ViewReport.sample),
                parameters: [:], deadline: deadline, columns: { _ in }
            ) { cells in
                for (index, cell) in cells.enumerated() where values.indices.contains(index) { values[index].add(cell) }
                rows += 1
                return true
            }
        } catch .tooLong {
            // What was read so far tells enough.
        } catch {
            throw error.commandFailure
        }
        return (values, rows)
    }

    private static func name(_ kind: ViewColumn.Kind) -> String {
        switch kind {
        case .integer: "integer"
        case .real: "number"
        case .text: "text"
        case .bytes: "bytes"
        case .moment: "moment, UTC"
        }
    }
}
