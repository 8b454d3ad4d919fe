import SQLite
import Storage
import Testing

@Suite struct ViewColumnTests {
    @Test func `every column of every view has a known type`() throws {
        for view in try Store.typedViews() {
            for column in view.columns {
                #expect(column.kind != nil, "\(view.name).\(column.name): give it a type in ViewColumn.kinds")
            }
        }
    }

    @Test func `a type is the one of the table's column where a view shows that as it is`() throws {
        let columns = try Store.typedViews().flatMap { view in view.columns.map { (view: view.name, column: $0) } }
        for (view, column) in columns {
            guard let declared = column.declared else { continue }
            let fitting: [String: ViewColumn.Kind] = [
                "INTEGER": .integer, "REAL": .real, "TEXT": .text, "BLOB": .bytes,
            ]
            #expect(column.kind == fitting[declared], "\(view).\(column.name) is \(declared) in its table")
        }
        #expect(columns.contains { $0.column.declared != nil } && columns.contains { $0.column.declared == nil })
    }

    @Test func `typed views are the views`() throws {
        let plain = try Store.views().map { "\($0.name): \($0.columns.joined(separator: " "))" }
        #expect(try Store.typedViews().map { "\($0.name): \($0.columns.map(\.name).joined(separator: " "))" } == plain)
    }

    @Test(
        arguments: [
            ("image_id", .integer), ("is_newest", .integer), ("annotated_at", .moment), ("not_before", .moment),
            ("usd_high", .real), ("month_usd_high", .real), ("units_settled", .integer), ("units", .integer),
            ("x_min", .real), ("path_bytes", .bytes), ("path", .text), ("polygon", .text), ("colour", nil),
        ] as [(String, ViewColumn.Kind?)])
    func `rules give the types of names`(name: String, kind: ViewColumn.Kind?) {
        #expect(ViewColumn.kind(of: name) == kind)
    }
}
