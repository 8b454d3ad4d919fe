import Commands
import Corpora
import Platform
import SQLiteStore
import TestSupport
import Testing
import YAML

/// `cairn check` and the JSON Schema refuse the same manifests: an editor must not say that a job is good which is not.
@Suite("The command check beside the JSON Schema") struct CheckSchemaTests {
    private let checker: SchemaChecker

    init() throws {
        let bytes = try Files.read(packageRoot.appending("Schema/job.schema.json"))
        checker = SchemaChecker(root: try YAMLValue(parsing: bytes))
    }

    private func check(_ text: String) throws -> Int32 {
        let folder = try Scratch()
        try folder.write("job.yaml", text)
        let recorder = Recorder()
        return Commands.program(on: SQLiteStores()).main(
            ["check", folder.file("job.yaml").description], environment: [:], console: recorder.console)
    }

    @Test(arguments: validCorpus) func `neither says that a good manifest cannot be done`(text: String) throws {
        let value = try YAMLValue(parsing: Array(text.utf8))
        #expect(checker.accepts(value))
        #expect(try check(text) != 4, "\(text)")
    }
}
