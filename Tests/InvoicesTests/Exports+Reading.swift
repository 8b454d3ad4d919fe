import Corpora
import Invoices
import Domain

extension Exports {
    /// Usage as one line: `project LABEL_DETECTION 2026-10-01 2026-10-31 120`.
    static func words(_ bytes: [UInt8]) throws -> [String] {
        try BillingExport(bytes).usage.map {
            "\($0.project) \($0.feature.rawValue) \($0.days.lowerBound.dayKey) \($0.days.upperBound.dayKey) \($0.units)"
        }
    }

    /// What is wrong with an export; nil where it is read.
    static func problem(_ bytes: [UInt8]) -> BillingExportError? {
        do throws(BillingExportError) {
            _ = try BillingExport(bytes)
            return nil
        } catch {
            return error
        }
    }
}
