import SQLite
@testable import SQLiteStore
import Storage
import Testing

@Suite struct ViewColumnTests {
    @Test func `every column of every view has a known type`() throws {
        for view in try Database.typedViews() {
            for column in view.columns {
                #expect(column.kind != nil, "\(view.name).\(column.name): give it a type in ViewColumn.kinds")
            }
        }
    }

    @Test func `a type is the one of the table's column where a view shows that as it is`() throws {
        let columns = try Database.typedViews().flatMap { view in view.columns.map { (view: view.name, column: $0) } }
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
        let plain = try Database.views().map { "\($0.name): \($0.columns.joined(separator: " "))" }
        #expect(
            try Database.typedViews().map { "\($0.name): \($0.columns.map(\.name).joined(separator: " "))" } == plain)
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

    @Test func `the columns that the views promise have types`() {
        let promised = """
            image_id kind digest page turn path format width height content_digest orientation bytes taken_at \
            camera_latitude camera_longitude \
            first_seen_at
            path_bytes folder name modified_at missing_at replaced_at description mid annotations job manifest_path \
            images
            answered failing queued missing newest_run_id submitted_at month month_units month_usd_high state \
            recipe_id backend
            model model_version feature parameters preparation annotation_id score topicality rank asked_by_run \
            annotated_at
            latitude longitude location_rank x_min y_min x_max y_max polygon parent_id level text locale confidence \
            ordinal
            kind attributes answer_id generation is_newest asked_by_job units usd_high task_id run_id reason reason_from
            attempts not_before finished_at attempt_id worker started_at ended_at outcome http_status code message \
            details
            request_bytes images_in_request latency_ms stage failed_at account day total done failed running cancelled
            units_settled units_uncertain usd_low stopped_at stop_reason units_reserved
            """
        let unknown = promised.split(whereSeparator: \.isWhitespace).filter { ViewColumn.kind(of: String($0)) == nil }
        #expect(unknown.isEmpty)
    }
}
