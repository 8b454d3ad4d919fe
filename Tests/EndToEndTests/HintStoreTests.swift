import Platform
import TestSupport
import Testing

/// Commands in messages can be pasted where the store is that of a manifest.
@Suite(.inTurn) struct `A hint about a store that a manifest names` {
    @Test(arguments: ["run", "nightly"]) func `has it when an error stops the run for the first time`(
        command: String
    ) async throws {
        let scratch = try Scratch()
        try scratch.writePictures(2, seed: 5)
        try scratch.write(
            "job.yaml",
            """
            job: town
            store: own.db
            images: [{folder: pictures}]
            backend: {kind: vision, account: tower-1, endpoint: "http://127.0.0.1:9", auth: {apiKey: env:VISION_KEY}}
            features: [LABEL_DETECTION]
            retry: {base: 1ms, cap: 2ms, attempts: 1}

            """)
        try await scratch.cairn("submit", "job.yaml", exits: 0)
        let ending = try await scratch.cairn(command, "job.yaml", exits: 4, environment: ["VISION_KEY": "key"])
        let words = (ending.error + ending.output).replacing("\n          ", with: " ")
        #expect(words.contains("cairn work --store \(scratch.file("own.db"))"), "\(ending)")
        #expect(!words.contains("`cairn work`"), "\(ending)")
    }

    @Test func `has a job's name of digits alone nowhere`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        for (name, words) in [("\"1\"", "job-1 would do"), ("7", "job-7 would do")] {
            let text = try Files.text(scratch.file(try scratch.writeJob()))
            try scratch.write("digits.yaml", text.replacing("job: job", with: "job: \(name)"))
            let ending = try await scratch.cairn("run", "digits.yaml", exits: 2)
            #expect(ending.error.contains(words) && !ending.error.contains("quotes"), "\(ending)")
        }
    }
}
