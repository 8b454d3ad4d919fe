import Corpora
import Invoices
import TestSupport
import Domain

/// Billing exports: the console's table and BigQuery's answer, whose sums are made again by other code.
final class ExportKind: Kind {
    static let name = "exports"
    static let maxMegabytes = 512

    init() {}

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let isHuge = random.once(in: 1000)
        var bytes = isHuge ? huge(&random) : random.once(in: 3) ? query(&random) : console(&random)
        let isChanged = !isHuge && !random.once(in: 6)
        if isChanged { bytes.mutate(&random, limit: 4, words: Self.words) }
        let sums = ExportSums(bytes)
        let export: BillingExport
        do throws(BillingExportError) {
            export = try BillingExport(bytes)
        } catch {
            try holds(error, bytes)
            if !isChanged, case .whole = sums {
                throw Breach(
                    words: "a good export is refused: \(error.line):\(error.column): \(error.reason)", input: bytes)
            }
            return false
        }
        guard case .whole(let sums) = sums else { throw Breach(words: "\(sums), and it is taken", input: bytes) }
        var found: [String: Int128] = [:]
        for usage in export.usage {
            found["\(usage.project) \(usage.feature.rawValue)", default: 0] += Int128(usage.units)
        }
        guard found == sums else {
            throw Breach(words: "the sums are \(found), and should be \(sums)", input: bytes)
        }
        for (one, next) in zip(export.usage, export.usage.dropFirst())
        where one.project == next.project && one.feature == next.feature && one.days.overlaps(next.days) {
            throw Breach(words: "two usages have days in common", input: bytes)
        }
        return true
    }

    /// Checks a refusal: it names a place in the file, and is not long.
    ///
    /// Control characters in what it quotes are made harmless where it is printed.
    private func holds(_ error: BillingExportError, _ bytes: [UInt8]) throws(Breach) {
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        guard (1...lines).contains(error.line), (1...(bytes.count + 2)).contains(error.column) else {
            throw Breach(words: "a place outside of the file: \(error.line):\(error.column)", input: bytes)
        }
        guard !error.reason.isEmpty, error.reason.utf8.count < bytes.count + 1000 else {
            throw Breach(words: "a reason of \(error.reason.utf8.count) bytes", input: bytes)
        }
    }

    private func amount(_ random: inout Seeded) -> String {
        let units = random.once(in: 20) ? 999_999_999_999_999 - random.below(9) : random.below(100_000)
        return random.pick(["\(units)", "\(units).0", "\(units % 1000)", "1,234", "0", ""])
    }

    private func console(_ random: inout Seeded) -> [UInt8] {
        let lines = (0..<random.below(6)).map { _ in
            let day = 1 + random.below(28)
            return Exports.line(
                amount(&random), random.pick(Self.skus), from: "2026-10-\(day < 10 ? "0" : "")\(day)",
                to: random.pick(["2026-10-28", "2026-11-01"]), project: random.pick(["a", "b", "a-1"]),
                service: random.once(in: 9) ? "Compute Engine" : "Cloud Vision API",
                credit: random.once(in: 9) ? "Free tier" : "", kind: random.pick(["Usage", "usage", "", "Tax"]))
        }
        return Exports.console(lines, newline: random.pick(["\r\n", "\n", "\r"]))
    }

    private func query(_ random: inout Seeded) -> [UInt8] {
        Exports.query(
            (0..<(1 + random.below(5))).map { _ in
                let hour = 1 + random.below(9)
                return "2026-10-02 0\(hour):30:00 UTC,2026-10-02 0\(hour - 1):30:00 UTC,\(random.below(9999)),"
                    + "\(random.pick(Self.skus)),Cloud Vision API,\(random.pick(["p", "q"]))"
            })
    }

    /// More than 64 bits hold, or nearly so.
    private func huge(_ random: inout Seeded) -> [UInt8] {
        let sku = random.pick([Self.skus[0], "Unknown Operations"])
        let line = Exports.line("999999999999999", sku, from: "2026-10-01", to: "2026-10-02", project: "a")
        return Exports.console(Array(repeating: line, count: 9_220 + random.below(8)))
    }

    private static let skus = [
        "Label Detection Operations", "Text Detection Operations", "face detection operations",
        "Safe Search Detection Operations", "Product Search Operations",
    ]

    private static let words = [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", "1,000", "-1", "1e9", "99999999999999999999", "0.5", "\u{1B}[31m",
        "Usage amount", "Cloud Vision API", "Label Detection Operations", "2026-02-30", "0000-00-00", "Tax", "\u{FEFF}",
    ]
}
