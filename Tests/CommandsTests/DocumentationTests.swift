import Commands
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// What the documents promise is what the program has.
@Suite("The documents") struct DocumentationTests {
    let readme: String
    let schema: String

    init() throws {
        readme = try Files.text(packageRoot.appending("README.md"))
        schema = try Files.text(packageRoot.appending("Schema/README.md"))
    }

    @Test func `every command is in the README`() {
        for command in Commands.program(on: SQLiteStores()).commands {
            #expect(readme.contains("cairn \(command.name)") || readme.contains("`\(command.name)`"), "\(command.name)")
        }
    }

    @Test func `every exit code is explained, and the order of the worst`() throws {
        let page = try Files.text(packageRoot.appending("docs/when-it-fails.md"))
        for code in ExitCode.allCases { #expect(page.contains("\n| \(code.rawValue) | "), "\(code)") }
        var rest = ExitCode.allCases
        var order: [String] = []
        while !rest.isEmpty {
            let worst = ExitCode.worst(of: rest)
            order.append("\(worst.rawValue)")
            rest.removeAll { $0 == worst }
        }
        let sentence = "\(order[0]), then \(order.dropFirst().joined(separator: ", "))."
        #expect(page.replacing("\n", with: " ").contains(sentence), "\(sentence)")
    }

    @Test func `every view and every column is explained`() throws {
        for view in try SQLiteStores().views() {
            #expect(schema.contains(view.name), "\(view.name)")
            for column in view.columns { #expect(schema.contains(column.name), "\(view.name).\(column.name)") }
        }
    }

    @Test func `every function of queries is explained, in their help and that of the schema, too`() throws {
        for function in ["distance_km(", "median(", "regexp(", "response_json("] {
            #expect(schema.contains("`\(function)"), "\(function)")
            for name in ["query", "schema"] {
                let command = try #require(Commands.program(on: SQLiteStores()).commands.first { $0.name == name })
                #expect(command.details.contains { $0.contains(function) }, "\(name) \(function)")
            }
        }
    }

    @Test func `every kind of annotation and every level of text is explained`() {
        for kind in Annotation.Kind.allCases { #expect(schema.contains("| \(kind.rawValue) |"), "\(kind)") }
        for level in Annotation.TextLevel.allCases { #expect(schema.contains(level.rawValue), "\(level)") }
    }

    @Test func `every kind of failure is explained`() {
        for kind in Failure.Kind.allCases { #expect(schema.contains("| \(kind.rawValue) |"), "\(kind)") }
        for stage in Failure.Stage.allCases { #expect(schema.contains(stage.rawValue), "\(stage)") }
    }
}
