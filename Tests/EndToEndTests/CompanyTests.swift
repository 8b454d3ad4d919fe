import Glibc
import Platform
import TestSupport
import Testing

@Suite("Several workers on one store", .inTurn) struct CompanyTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test func `processes on one store let a worker in while a long list is submitted`() async throws {
        try workspace.writePictures(40, seed: 12)
        try await workspace.cairn("submit", try workspace.writeJob(), exits: 0)
        let names = (0..<200_000).map { "gs://bucket/\($0 / 1000)/\($0).jpg\n" }
        try workspace.write("names.txt", names.joined())
        try workspace.write(
            "long.yaml",
            """
            job: long
            store: cairn.db
            images: [{list: names.txt}]
            backend: {kind: vision, account: project, auth: {apiKey: "env:KEY"}}
            features: [LABEL_DETECTION]
            """)
        let submitting = try workspace.startCairn("submit", "long.yaml", environment: ["KEY": "key"])
        try await submitting.waits { [workspace] in
            try workspace.book.number("SELECT count(*) FROM run WHERE total > 0") == 2
        }
        try await workspace.cairn("work", "--run", "1", exits: 0)
        let queued = try workspace.book.number("SELECT total FROM run WHERE run_id = 2")
        #expect(queued < 100_000, "the worker had its turns before the submission was over")
        submitting.send(SIGKILL)
        _ = await submitting.end()
        #expect(try workspace.book.number("SELECT done FROM run WHERE run_id = 1") == 40)
    }
}
