package import Domain

/// What the vendor has counted, as its billing export says.
package struct BillingExport: Equatable, Sendable {
    /// Units of one project and feature over some of the vendor's days.
    package struct Usage: Equatable, Sendable {
        /// The project's id.
        package let project: String
        package let feature: FeatureType
        /// The first and the last of the days.
        package var days: ClosedRange<VendorDay>
        /// Units, free ones too.
        package var units: Int
    }

    /// By project, feature and time; the days of two of one project and feature have none in common.
    package private(set) var usage: [Usage] = []
    /// Projects in the export that have used Vision, in order.
    package private(set) var projects: [String] = []
    /// What was left out, in sentences.
    package private(set) var warnings: [String] = []

    /// Reads an export.
    package init(_ bytes: [UInt8]) throws(BillingExportError) {
        var reader = CSVReader(bytes)
        let columns = try BillingExport.columns(&reader)
        var unknown: [String: Int] = [:]
        var found: [(usage: Usage, field: CSVField)] = []
        var corrections = 0
        while let record = try reader.next() {
            if record.allSatisfy({ $0.text.isEmpty }) { continue }
            guard record.count == columns.count else {
                throw BillingExportError(
                    record[0],
                    "the line has \(record.count) fields and the header \(columns.count); "
                        + "is the file whole? Download it again"
                )
            }
            guard record[columns.service].text.lowercased() == VisionSKU.service else { continue }
            // A credit, the free units' among them, repeats the usage that it is given for.
            if let credit = columns.credit, !record[credit].text.isEmpty { continue }
            if let kind = columns.kind, !["", "usage", "regular"].contains(record[kind].text.lowercased()) {
                corrections += 1
                continue
            }
            let units = try BillingExport.units(of: record, columns)
            guard units > 0 else { continue }
            let sku = record[columns.sku].text
            guard let feature = VisionSKU.feature(of: sku) else {
                unknown[sku] = try BillingExport.sum(unknown[sku] ?? 0, units, of: sku, at: record[columns.amount])
                continue
            }
            let usage = Usage(
                project: record[columns.project].text, feature: feature,
                days: try BillingExport.days(of: record, columns), units: units)
            found.append((usage, record[columns.amount]))
        }
        usage = try BillingExport.merged(found)
        for one in usage where projects.last != one.project { projects.append(one.project) }
        for (description, units) in unknown.sorted(by: { $0.key < $1.key }) {
            warnings.append(
                "skipped \(units) units of an unknown feature: \(description)")
        }
        if corrections > 0 {
            warnings.append(
                "\(corrections == 1 ? "1 line is" : "\(corrections) lines are") a tax, a correction or a rounding, and no usage: left out"
            )
        }
    }

    /// Steps over what the console writes before the header: the invoice's number, date and sum.
    private static func columns(_ reader: inout CSVReader) throws(BillingExportError) -> BillingColumns {
        for _ in 0..<100 {
            guard let record = try reader.next() else { break }
            if BillingColumns.isHeader(record) { return try BillingColumns(record) }
        }
        throw BillingExportError(
            1, 1,
            "no line names the columns of a billing export (Project ID, SKU description, Usage amount and others, separated by commas); "
                + "download the console's cost table as CSV, or use the BigQuery query of docs/money.md")
    }

    private static func days(
        of record: [CSVField], _ columns: BillingColumns
    ) throws(BillingExportError) -> ClosedRange<VendorDay> {
        let first = try BillingDate.day(record[columns.start], isEnd: false)
        let last = try BillingDate.day(record[columns.end], isEnd: true)
        guard first <= last else {
            throw BillingExportError(
                record[columns.end], "the usage ends before it begins, at `\(record[columns.end].text)`")
        }
        return first...last
    }

    /// The usage of a record in whole units; thousands may be parted by commas.
    private static func units(of record: [CSVField], _ columns: BillingColumns) throws(BillingExportError) -> Int {
        let field = record[columns.amount]
        if let unit = columns.unit.map({ record[$0] }), !plainUnits.contains(unit.text.lowercased()) {
            throw BillingExportError(
                unit,
                "expected a usage in the unit `count`, found it in `\(unit.text)`; "
                    + "use the column Usage amount, not the one in pricing units")
        }
        if field.text.isEmpty { return 0 }
        let parts = field.text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped =
            groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
        let digits = groups.joined()
        guard isGrouped, !digits.isEmpty, digits.count <= 15, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            parts.count == 1 || parts[1].allSatisfy({ $0 == "0" }), let units = Int(digits)
        else {
            throw BillingExportError(
                field, "expected whole units like 1234 or 1,234, found `\(field.text)`")
        }
        return units
    }

    /// A sum beyond what any vendor bills: the file was made by hand, or damaged.
    private static func sum(
        _ before: Int, _ units: Int, of subject: String, at field: CSVField
    ) throws(BillingExportError) -> Int {
        let (sum, isTooLarge) = before.addingReportingOverflow(units)
        guard !isTooLarge else {
            throw BillingExportError(
                field,
                "the units of \(subject) come to more than \(Int.max) here; is the file whole? Download it again")
        }
        return sum
    }

    /// Usage of days in common taken together: hours of a day, price tiers, labels.
    private static func merged(_ found: [(usage: Usage, field: CSVField)]) throws(BillingExportError) -> [Usage] {
        var merged: [Usage] = []
        for (one, field) in found.sorted(by: {
            ($0.usage.project, $0.usage.feature.rawValue, $0.usage.days.lowerBound, $0.field.line) < (
                $1.usage.project, $1.usage.feature.rawValue, $1.usage.days.lowerBound, $1.field.line
            )
        }) {
            if let last = merged.last, last.project == one.project, last.feature == one.feature,
                last.days.overlaps(one.days)
            {
                let end = max(last.days.upperBound, one.days.upperBound)
                merged[merged.count - 1].days = last.days.lowerBound...end
                merged[merged.count - 1].units = try sum(last.units, one.units, of: one.feature.rawValue, at: field)
            } else {
                merged.append(one)
            }
        }
        return merged
    }
}

/// What an export calls units that are counted one by one.
private let plainUnits: Set = [
    "", "count", "counts", "request", "requests", "operation", "operations", "unit", "units",
]

/// What is wrong with a billing export, and where.
package struct BillingExportError: Error, Equatable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column of the field's first byte, from 1.
    package let column: Int
    /// What was found, what was expected, and the next step.
    package let reason: String

    init(_ line: Int, _ column: Int, _ reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    init(_ field: CSVField, _ reason: String) {
        self.init(field.line, field.column, reason)
    }
}
