/// Billing exports as the vendor writes them.
package enum Exports {
    /// What the console writes before the header.
    package static let preamble = [
        "Invoice number,1234567890", "Invoice date,2026-10-31", "Due date,2026-11-30", "Billing ID,0000-0000-0000",
        "Billing account ID,0A0A0A-0B0B0B-0C0C0C", "Currency,USD", "Currency exchange rate,1",
        "Total amount due,\"$1,000.00\"",
    ]
    /// The console's columns.
    package static let header =
        "Billing account name,Billing account ID,Project name,Project ID,Project hierarchy,Service description,Service "
        + "ID,"
        + "SKU description,SKU ID,Consumption model description,Credit type,Cost type,Usage start date,Usage end date,"
        + "Usage amount,Usage unit,Unrounded Cost ($),Cost ($)"

    /// A line of the console's cost table.
    package static func line(
        _ amount: String, _ sku: String = "Label Detection Operations", from: String = "2026-10-01",
        to: String = "2026-10-31", project: String = "project", service: String = "Cloud Vision API",
        credit: String = "",
        kind: String = "Usage", unit: String = "count"
    ) -> String {
        "Acme,0A0A0A,Acme "
            + "\"\"x\"\",\(project),acme.example,\(service),BD,\(sku),AB,Default,\(credit),\(kind),\(from),\(to),"
            .replacing("Acme \"\"x\"\"", with: "\"Acme \"\"x\"\", Ltd\"") + "\"\(amount)\",\(unit),1.5,1.50"
    }

    /// The console's cost table, with its sum at the end.
    package static func console(_ lines: [String], newline: String = "\r\n") -> [UInt8] {
        let total = [",,,,,,,,,,,Rounding error,,,,,-0.003441,-0.00", ",,,,,,,,,,,Total,,,,,1509.995,1510.00"]
        return [0xEF, 0xBB, 0xBF]
            + Array((preamble + [header] + lines + total).joined(separator: newline).utf8) + Array(newline.utf8)
    }

    /// A query's answer from BigQuery.
    package static func query(_ lines: [String]) -> [UInt8] {
        let header = "usage_end_time,usage_start_time,usage_amount,sku.description,service_description,project_id"
        return Array(([header] + lines).joined(separator: "\n").utf8)
    }
}
