import Platform
import TestSupport
import Testing

@Suite(.inTurn) struct `An account that is new to the store` {
    private func writeJob(_ job: String, account: String, _ store: String, in scratch: Scratch) throws -> String {
        try scratch.write(
            "\(job).yaml",
            """
            job: \(job)
            store: \(store)
            images: [{folder: pictures}]
            backend: {kind: vision, account: \(account), endpoint: "http://127.0.0.1:9", auth: {apiKey: env:VISION_KEY}}
            features: [LABEL_DETECTION]
            retry: {base: 1ms, cap: 2ms, attempts: 1}

            """)
        return "\(job).yaml"
    }

    @Test(arguments: [("run", 4), ("submit", 0), ("nightly", 4)] as [(String, Int32)])
    func `and near one that it has is told before it is asked`(command: String, status: Int32) async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        let right = try writeJob("right", account: "acme-1", "own.db", in: scratch)
        let wrong = try writeJob("wrong", account: "acmee-1", "own.db", in: scratch)
        try await scratch.cairn("submit", right, exits: 0)
        let words = [command, wrong] + (command == "nightly" ? ["--new-store"] : [])
        let ending = try await scratch.start([Place.cairn.description] + words).end()
        #expect(ending.status == status, "\(ending)")
        let notice = "no job or ledger of the store has account acmee-1; did you mean acme-1?\n"
        #expect(ending.error.contains(notice), "\(ending)")
        // The store knows it from now on.
        let again = try await scratch.start([Place.cairn.description] + words).end()
        #expect(!again.error.contains("did you mean"), "\(again)")
    }

    @Test func `and near one that it has is told by check, plan and run`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        let right = try writeJob("right", account: "acme-1", "own.db", in: scratch)
        let wrong = try writeJob("wrong", account: "acmee-1", "own.db", in: scratch)
        let far = try writeJob("far", account: "another", "own.db", in: scratch)
        try await scratch.cairn("submit", right, exits: 0)
        let words = "no job or ledger of the store has account acmee-1; did you mean acme-1?\n"
        for (command, status) in [("check", 0), ("plan", 0), ("run", 4)] as [(String, Int32)] {
            for (job, isTold) in [(right, false), (far, false), (wrong, true)] where command != "run" || job == wrong {
                let ending = try await scratch.cairn(command, job, exits: status, environment: ["VISION_KEY": "key"])
                #expect(ending.error.contains(words) == isTold, "\(ending)")
            }
        }
    }

    @Test func `does not matter where a link names the same store`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        try Files.makeFolder(scratch.file("real"))
        try await scratch.run("ln", "-s", "real", "link")
        let one = try writeJob("one", account: "acme-1", "real/x.db", in: scratch)
        let two = try writeJob("two", account: "acme-1", "link/x.db", in: scratch)
        try await scratch.cairn("submit", one, two, exits: 0)
    }

    @Test func `gets no line behind the end of a YAML document`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        let job = try writeJob("town", account: "acme-1", "own.db", in: scratch)
        let text = try Files.text(scratch.file(job)).replacing("store: own.db\n", with: "")
        try scratch.write(job, text + "...\n")
        let ending = try await scratch.cairn("run", job, exits: 3)
        #expect(ending.error.contains("  town.yaml: add the line store: cairn.db above its line ...\n"), "\(ending)")
        #expect(!ending.error.contains("echo"), "\(ending)")
    }
}
