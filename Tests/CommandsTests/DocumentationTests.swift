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

    @Test func `every command is in the README, with every option of its own`() {
        for command in Commands.program(on: SQLiteStores()).commands.flatMap({ [$0] + $0.subcommands }) {
            #expect(readme.contains("`cairn \(command.name)"), "\(command.name)")
            for shape in command.shapes where !shape.isRest {
                #expect(readme.contains("--\(shape.name)"), "\(command.name) --\(shape.name)")
            }
        }
    }

    @Test func `every exit code is in the README's table`() {
        for code in ExitCode.allCases { #expect(readme.contains("| \(code.rawValue) |"), "\(code)") }
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
