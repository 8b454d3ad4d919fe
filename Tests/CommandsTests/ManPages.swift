import Domain
import Platform
import SQLiteStore
import Schema
import Storage
import TestSupport

@testable import Commands

/// The pages below docs/man, made from the tables of the help, of docs/manifest.md, of Schema/README.md and of the exit
/// codes.
struct ManPages {
    private let program = Commands.program(on: SQLiteStores())

    /// Every page.
    func all() throws -> [ManPage] {
        let commands = program.commands.flatMap { [$0] + $0.subcommands }
        return [try whole()] + commands.map(page) + [try manifest(), try views(), try exitCodes()]
    }

    private func whole() throws -> ManPage {
        var page = ManPage(program.name, 1, program.summary)
        page.section("Synopsis")
        page.paragraph("`cairn` [OPTION...] COMMAND [OPTION...]")
        page.section("Description")
        page.paragraph(
            "A manifest describes a job: which pictures, what is asked of them, and of what. `cairn run` finds the pictures, "
                + "asks what is not answered yet, and keeps every answer, attempt and cost in a store, one SQLite file, "
                + "which `cairn query` and any SQLite client read.")
        page.paragraph(
            "`cairn demo` shows it with pictures and a model that the program brings. `cairn init` writes a first manifest."
        )
        page.section("Commands")
        for command in program.commands {
            let rest = command.shapes.filter(\.isRest).map { ManPage.italic(Help.usage($0)) }
            page.item(([ManPage.bold(command.name)] + rest).joined(separator: " "), command.summary)
        }
        page.section("Options")
        page.paragraph("Every command takes these, before or after its name.")
        add(CommonOptions.items.map(\.shape), to: &page)
        page.item(ManPage.bold("--version"), "show the version, the commit, and the libraries")
        page.section("Environment")
        for row in try Self.rows(of: "docs/reference.md", under: "## Environment variables") {
            page.item(ManPage.roff(row[0]), row[1])
        }
        see(["cairn-manifest(5)", "cairn-views(5)", "cairn-exit(7)"], &page)
        return page
    }

    private func page(of command: Command) -> ManPage {
        let name = "cairn-" + command.name.replacing(" ", with: "-")
        var page = ManPage(name, 1, command.summary)
        page.section("Synopsis")
        let rest = command.shapes.filter(\.isRest).map { ManPage.italic(Help.usage($0)) }
        let words = command.subcommands.isEmpty ? ["[OPTION...]"] + rest : rest + ["[OPTION...]"]
        page.paragraph("`cairn \(command.name)`")
        page.add(words.joined(separator: " "))
        if !command.details.isEmpty { page.section("Description") }
        for paragraph in command.details { page.paragraph(paragraph) }
        if !command.subcommands.isEmpty {
            page.section("Commands")
            for each in command.subcommands { page.item(ManPage.bold(each.name), each.summary) }
        }
        let arguments = command.shapes.filter { $0.isRest && command.subcommands.isEmpty }
        if !arguments.isEmpty { page.section("Arguments") }
        for shape in arguments { page.item(ManPage.italic(shape.value), Help.explained(shape)) }
        page.section("Options")
        add(command.shapes.filter { !$0.isRest }, to: &page)
        if command.shapes.contains(where: { !$0.isRest }) { page.paragraph("Every command takes:") }
        add(CommonOptions.items.map(\.shape), to: &page)
        let others = command.subcommands.map { "cairn-\($0.name.replacing(" ", with: "-"))(1)" }
        see(["cairn(1)"] + others + ["cairn-exit(7)"], &page)
        return page
    }

    private func add(_ shapes: [OptionSpec], to page: inout ManPage) {
        for shape in shapes {
            let names = (shape.short.map { ["-\($0)"] } ?? []) + ["--\(shape.name)"]
            let value = shape.kind == .flag ? "" : " \(ManPage.italic(shape.value))"
            page.item(names.map(ManPage.bold).joined(separator: ", ") + value, Help.explained(shape))
        }
    }

    private func see(_ pages: [String], _ page: inout ManPage) {
        page.section("See also")
        page.paragraph(pages.map { "`\($0.prefix { $0 != "(" })`\($0.drop { $0 != "(" })" }.joined(separator: ", "))
    }

    private func manifest() throws -> ManPage {
        var page = ManPage("cairn-manifest", 5, "the description of a job")
        page.section("Description")
        let text = try Files.text(packageRoot.appending("docs/manifest.md"))
        page.paragraph(
            "A manifest describes a job: which images, what is asked of them, of which backend, and at what price. "
                + "It is a file in YAML, or in JSON. `cairn init` writes a first one, and `cairn check` names all mistakes of one at once."
        )
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { !$0.hasPrefix("```yaml") }.dropFirst().prefix { $0 != "```" }
        page.code(example.map(String.init))
        for rule in lines.filter({ $0.hasPrefix("- ") || $0.hasPrefix("  as a place") || $0.hasPrefix("  for YAML") }) {
            rule.hasPrefix("- ")
                ? page.paragraph(String(rule.dropFirst(2))) : page.add(ManPage.roff(String(rule.dropFirst(2))))
        }
        let keys = lines.drop { !$0.hasPrefix("<!-- begin keys") }.dropFirst().prefix { !$0.hasPrefix("<!-- end keys") }
        for line in keys where !line.isEmpty && !line.hasPrefix("|---") {
            if line.hasPrefix("## ") { page.section(String(line.dropFirst(3))); continue }
            guard line.hasPrefix("|") else { page.paragraph(String(line)); continue }
            let cells = Self.cells(line)
            switch cells.count {
            case 3 where cells[0] != "kind":
                page.item(ManPage.italic(cells[0]), cells[1] + (cells[2].isEmpty ? "." : ". For example \(cells[2])."))
            case 5 where cells[0] != "key":
                var words = cells[1]
                if !cells[2].isEmpty { words += cells[2] == "required" ? "; required" : "; default \(cells[2])" }
                if !cells[3].isEmpty { words += "; for example \(cells[3])" }
                page.item(ManPage.roff(cells[0]), words + ".")
                if !cells[4].isEmpty { page.add(".br\n" + ManPage.roff(cells[4])) }
            default: break
            }
        }
        see(["cairn(1)", "cairn-init(1)", "cairn-check(1)", "cairn-schema(1)"], &page)
        return page
    }

    private func views() throws -> ManPage {
        var page = ManPage("cairn-views", 5, "the SQL views of a store")
        page.section("Description")
        page.paragraph(
            "A store is one SQLite file. `cairn query` answers SQL over these views, and so does any SQLite client; the tables behind them may change. "
                + "Times are UTC in ISO 8601, and coordinates are in pixels of the upright picture. "
                + "`cairn schema` with the name of a view shows what its columns hold.")
        let views = try SQLiteStores().views()
        for view in views {
            page.section(view.name)
            page.paragraph((ViewPage.embedded.summary(of: view.name) ?? "") + ".")
            let present = view.name.hasSuffix("_history") ? String(view.name.dropLast("_history".count)) : nil
            let shown = views.first { $0.name == present }?.columns ?? []
            if let present { page.paragraph("Columns as of `\(present)`, where they are not named here.") }
            for column in view.columns where !shown.contains(where: { $0.name == column.name }) {
                page.item(ManPage.bold(column.name), ViewPage.embedded.meaning(of: column.name, in: view.name) ?? "")
            }
        }
        see(["cairn-query(1)", "cairn-schema(1)"], &page)
        return page
    }

    private func exitCodes() throws -> ManPage {
        var page = ManPage("cairn-exit", 7, "what a command's end means to scripts")
        page.section("Description")
        for row in try Self.rows(of: "docs/reference.md", under: "## Exit codes") {
            page.item(ManPage.bold(row[0]), row[1])
        }
        page.paragraph("A command of several jobs ends with the code of what ended worst.")
        var rest = ExitCode.allCases
        var order: [String] = []
        while !rest.isEmpty {
            let worst = ExitCode.worst(of: rest)
            order.append("\(worst.rawValue)")
            rest.removeAll { $0 == worst }
        }
        page.paragraph("From the worst: \(order.joined(separator: ", ")).")
        see(["cairn(1)"], &page)
        return page
    }

    /// The rows of the first table under a heading of a page.
    private static func rows(of page: String, under heading: String) throws -> [[String]] {
        let lines = try Files.text(packageRoot.appending(page)).split(separator: "\n", omittingEmptySubsequences: false)
        let part = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
        return part.drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }.map(cells)
    }

    /// The cells of a row; `\|` belongs to one.
    private static func cells(_ row: Substring) -> [String] {
        let parts = row.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
        return parts.dropFirst().dropLast().map { part in
            let text = part.replacing("\u{1}", with: "|")
            return String(String(text.drop { $0 == " " }.reversed()).drop { $0 == " " }.reversed())
        }
    }
}
