@testable import Commands
import Domain
import Platform
import SQLiteStore
import TestSupport
import Testing

/// The parts of docs/reference.md that are made from the program's own tables; `make goldens` writes them again.
@Suite("The page of commands, metrics, prices and views") struct ReferencePageTests {
    private static let page = "docs/reference.md"

    private func expect(_ lines: [String], in part: String, _ location: SourceLocation = #_sourceLocation) throws {
        let text = lines.joined(separator: "\n")
        let page = try PagePart(part, of: Self.page).text(madeAs: text)
        #expect(page == text, "\(part)", sourceLocation: location)
    }

    @Test func `the page has every command with its arguments and options`() throws {
        var lines = [""]
        for command in Commands.program(on: SQLiteStores()).commands.flatMap({ [$0] + $0.subcommands }) {
            lines += ["### cairn \(command.name)", "", Self.sentence(command.summary), ""]
            lines += ["```text", Self.usage(of: command), "```", ""]
            for paragraph in command.details { lines += [paragraph, ""] }
            let rows = command.subcommands.isEmpty ? command.shapes.map(Self.row) : command.subcommands.map(Self.row)
            if !rows.isEmpty { lines += ["| | |", "|---|---|"] + rows + [""] }
        }
        lines += ["### Options of every command", "", "They stand before or after the command's name.", ""]
        lines += ["| | |", "|---|---|"] + CommonOptions.items.map { Self.row($0.shape) } + [""]
        try expect(lines, in: "commands")
    }

    private static func usage(of command: Command) -> String {
        let rest = command.shapes.filter(\.isRest).map(Help.usage)
        let words = command.subcommands.isEmpty ? ["[OPTION...]"] + rest : rest + ["[OPTION...]"]
        return (["cairn", command.name] + words).joined(separator: " ")
    }

    private static func row(_ shape: OptionSpec) -> String {
        let short = shape.short.map { "`-\($0)`, " } ?? ""
        let value = shape.kind == .flag ? "" : " \(shape.value)"
        let name = shape.isRest ? "`\(Help.usage(shape))`" : "\(short)`--\(shape.name)\(value)`"
        return "| \(name) | \(cell(Help.explained(shape))) |"
    }

    private static func row(_ command: Command) -> String {
        let anchor = MarkdownPage.anchor(of: "cairn \(command.name)")
        return "| [`cairn \(command.name)`](#\(anchor)) | \(cell(command.summary)) |"
    }

    private static func sentence(_ clause: String) -> String {
        clause.prefix(1).uppercased() + clause.dropFirst() + "."
    }

    private static func cell(_ words: String) -> String { words.replacing("|", with: "\\|") }

    @Test func `the page has every metric with its labels`() throws {
        try expect(metrics(of: "status", in: "StatusReport+Metrics.swift"), in: "status metrics")
        try expect(metrics(of: "nightly", in: "NightMetrics.swift"), in: "night metrics")
    }

    /// The names and the help of the gauges that a file of the sources makes.
    private func metrics(of command: String, in file: String) throws -> [String] {
        let source = try Files.text(packageRoot.appending("Sources/CLI/Commands/Reports/\(file)"))
        let gauges = source.matches(of: /"(cairn_[a-z_]+)",\s*"([^"]+)"/)
        #expect(gauges.count == source.matches(of: /"cairn_/).count && gauges.count > 8)
        return ["", "| metric of `\(command)` | labels | meaning |", "|---|---|---|"]
            + gauges.map { "| `\($0.1)` | \(labels(of: String($0.1))) | \($0.2) |" } + [""]
    }

    /// The labels of a metric; `ReferenceOutputTests` compares them with what the program writes.
    private func labels(of metric: String) -> String {
        switch metric {
        case "cairn_status_timestamp_seconds", "cairn_workers": ""
        case "cairn_tasks", "cairn_night_images": "`job`, `state`"
        case "cairn_failures": "`job`, `kind`"
        case "cairn_units": "`account`, `feature`, `state`"
        case "cairn_month_usd_low", "cairn_month_usd_high": "`account`, `feature`"
        case "cairn_account_held_until_timestamp_seconds": "`account`"
        case _ where metric.hasPrefix("cairn_budget_"): "`scope`, and `job` or `account`"
        default: "`job`"
        }
    }

    @Test func `the page has the prices of the store`() throws {
        let table = try Files.text(packageRoot.appending("Schema/prices.sql"))
        let row = /\('([A-Z_]+)', +(\d+), +(\d+), +(\d+), +(\d+), +(?:NULL|'([A-Z_]+)')\)/
        let rows = table.matches(of: row).map { match in
            let beside = match.6.map { "`\($0)`" } ?? ""
            return "| `\(match.1)` | \(match.2) | \(price(match.3)) | \(price(match.5)) | \(beside) |"
        }
        #expect(rows.count == FeatureType.vision.count - 1, "all but product search")
        let head = "| feature | free units a month | up to 5,000,000 units | above | free beside |"
        try expect(["", head, "|---|---|---|---|---|"] + rows + [""], in: "prices")
    }

    /// Millionths of a dollar for a unit as dollars for a thousand units.
    private func price(_ microDollars: Substring) -> String {
        let cents = (Int(microDollars) ?? 0) / 10
        return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    @Test func `the page has every view with the place where its columns are explained`() throws {
        let schema = try MarkdownPage("Schema/README.md")
        var rows: [String] = []
        for view in try SQLiteStores().views() {
            let present = view.name.hasSuffix("_history") ? String(view.name.dropLast(8)) : view.name
            let heading = try #require(schema.headings.first { $0.hasPrefix("\(present):") }, "\(view.name)")
            let history = "as `\(present)`, of all answers there ever were"
            let words = present == view.name ? String(heading.dropFirst(present.count + 2)) : history
            rows.append("| [`\(view.name)`](../Schema/README.md#\(MarkdownPage.anchor(of: heading))) | \(words) |")
        }
        try expect(["", "| view | |", "|---|---|"] + rows + [""], in: "views")
    }

    @Test func `the page has every exit code`() throws {
        let source = try Files.text(packageRoot.appending("Sources/Domain/ExitCode.swift"))
        let cases = source.matches(of: /\/\/\/ ([^\n]+)\n    case \w+ = (\d+)\n/)
        #expect(cases.map { Int32($0.2) } == ExitCode.allCases.map(\.rawValue))
        let rows = cases.map { "| \($0.2) | \(Self.cell(String($0.1))) |" }
        try expect(["", "| code | meaning |", "|---|---|"] + rows + [""], in: "exit codes")
    }

    @Test func `the page has every environment variable of Cairn's own`() throws {
        let page = try Files.text(packageRoot.appending(Self.page))
        var names: Set<Substring> = []
        for source in try sources() {
            names.formUnion(try Files.text(source).matches(of: /"(CAIRN_[A-Z_]+)"/).map(\.1))
        }
        #expect(names.count >= 6)
        for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
