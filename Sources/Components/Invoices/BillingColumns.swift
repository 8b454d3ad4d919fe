/// Where an export has what is needed of it.
///
/// Names are compared without regard to case, and whatever is not a letter or digit counts as one underscore, so that
/// the console's "SKU description" and BigQuery's `sku.description` and `sku_description` are one. The console's: Cloud
/// Billing, Cost table, "Download to CSV"; BigQuery's: "Structure of Standard data export",
/// https://cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage.
struct BillingColumns {
    let project, service, sku, start, end, amount: Int
    let unit, credit, kind: Int?
    /// How many fields each record has.
    let count: Int
    /// Whether the two dates are BigQuery's moments, the second of which is not within the period any more.
    let isMoments: Bool

    private static let needed: [(title: String, names: [String])] = [
        ("Project ID", ["project_id"]), ("Service description", ["service_description"]),
        ("SKU description", ["sku_description"]), ("Usage start date", ["usage_start_date", "usage_start_time"]),
        ("Usage end date", ["usage_end_date", "usage_end_time"]), ("Usage amount", ["usage_amount"]),
    ]

    /// Whether a record could be the one that names the columns: what stands before it says other things.
    static func isHeader(_ record: [CSVField]) -> Bool {
        let names = record.map { plain($0.text) }
        return names.contains("sku_description") || names.filter { known.contains($0) }.count >= 3
    }

    private static let known = Set(needed.flatMap(\.names))

    init(_ record: [CSVField]) throws(BillingExportError) {
        let names = record.map { BillingColumns.plain($0.text) }
        var indexes: [Int] = []
        var missing: [String] = []
        for (title, accepted) in BillingColumns.needed {
            if let index = names.firstIndex(where: accepted.contains) {
                indexes.append(index)
            } else {
                missing.append(title)
            }
        }
        guard missing.isEmpty else {
            throw BillingExportError(
                record.first?.line ?? 1, 1,
                "the export lacks the \(missing.count == 1 ? "column" : "columns") \(missing.joined(separator: ", ")); "
                    + "in the console's cost table show them (\"Configure columns\") and download the CSV again, or use the BigQuery query of docs/money.md"
            )
        }
        for (index, name) in names.enumerated() where BillingColumns.known.contains(name) {
            guard names.firstIndex(of: name) == index else {
                throw BillingExportError(
                    record[index], "the column \(record[index].text) is there twice; keep one of them")
            }
        }
        (project, service, sku, start, end, amount) = (
            indexes[0], indexes[1], indexes[2], indexes[3], indexes[4], indexes[5]
        )
        unit = names.firstIndex(of: "usage_unit")
        credit = names.firstIndex { ["credit_type", "credits_type"].contains($0) }
        kind = names.firstIndex(of: "cost_type")
        count = record.count
        isMoments = names[end] == "usage_end_time"
    }

    private static func plain(_ name: String) -> String {
        var result = ""
        for character in name.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                result.append(character)
            } else if !result.isEmpty, result.last != "_" {
                result.append("_")
            }
        }
        while result.last == "_" { result.removeLast() }
        return result
    }
}
