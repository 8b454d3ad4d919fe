/// A column of a view, with the type that its values have.
package struct ViewColumn: Equatable, Sendable {
    /// What the values of a column are, but for null.
    package enum Kind: Sendable {
        case integer, real, text, bytes
        /// UTC, as ISO 8601 text with milliseconds.
        case moment
    }

    /// The column's name.
    package let name: String
    /// Its type; nil where `kind(of:)` does not know the name.
    package let kind: Kind?
    /// The type of the table's column that it shows, as SQL has it; nil where it is the result of an expression, of
    /// which SQLite tells no type.
    package let declared: String?

    /// The type that a column of this name has in every view.
    ///
    /// This is the one place that says so: SQLite itself knows no type of a view's expressions.
    package static func kind(of name: String) -> Kind? {
        if let kind = kinds[name] { return kind }
        if name.hasSuffix("_at") { return .moment }
        if name.hasSuffix("_id") || name.hasPrefix("is_") || name.hasPrefix("units_") { return .integer }
        if name.hasPrefix("usd_") { return .real }
        return nil
    }

    private static let kinds: [String: Kind] = {
        let lists: [(Kind, String)] = [
            (
                .integer,
                "annotations answered asked_by_run attempts bytes cancelled done failed failing generation height"
            ),
            (.integer, "http_status images images_in_request jobs latency_ms location_rank missing month_units"),
            (.integer, "names ordinal orientation page queued rank running total turn units"),
            (.integer, "dimension width worker"),
            (
                .real,
                "camera_latitude camera_longitude confidence latitude longitude month_usd_high request_bytes score topicality"
            ),
            (.real, "new_score norm old_score share x_min y_min x_max y_max"),
            (.text, "account asked_by_job attributes backend code day description details feature folder format job"),
            (.text, "kind level locale manifest_path message mid model model_version month name outcome"),
            (.text, "author parameters"),
            (.text, "content_digest digest path polygon preparation reason reason_from stage state stop_reason text"),
            (.bytes, "data mask path_bytes vector"), (.moment, "not_before"),
        ]
        var kinds: [String: Kind] = [:]
        for (kind, list) in lists {
            for name in list.split(separator: " ") { kinds[String(name)] = kind }
        }
        return kinds
    }()

    /// A value of these parts.
    package init(name: String, kind: Kind?, declared: String?) {
        self.name = name
        self.kind = kind
        self.declared = declared
    }
}

/// One value of a query's row.
package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as the store has it; a file name among it may not be UTF-8.
    case text([UInt8])
    case blob([UInt8])
}
