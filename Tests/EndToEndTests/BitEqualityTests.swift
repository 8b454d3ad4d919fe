import Platform
import TestSupport
import Testing
import Zlib

@Suite("The scores of a local model", .inTurn) struct BitEqualityTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test(arguments: [
        "float32", "uint8", "int8", "float32-metadata", "float32-deflated", "int8-metadata", "dynamic-batch",
    ])
    func `stored answers are those of Python's interpreter`(model: String) async throws {
        let oracle = try Fixtures.oracle(model)
        for example in oracle.cases {
            try workspace.copy(Fixtures.models.appending(example.picture), to: "pictures/\(example.picture)")
        }
        let job = try workspace.writeJob(
            model: Fixtures.models.appending("\(model).tflite"),
            labels: model.contains("-") && model != "dynamic-batch"
                ? nil : ["red", "green", "blue", "light", "dark"])
        try await workspace.cairn("run", job, exits: 0)
        #expect(oracle.cases.count >= 3)
        for example in oracle.cases {
            #expect(example.agrees(with: try stored(of: example.picture)), "\(example.picture)")
        }
    }

    @Test func `grey models see the luma that Python's interpreter was given`() async throws {
        let oracle = try Fixtures.oracle("grey-uint8")
        for example in oracle.cases {
            try workspace.copy(Fixtures.models.appending(example.picture), to: "pictures/\(example.picture)")
        }
        let job = try workspace.writeJob(
            model: Fixtures.models.appending("grey-uint8.tflite"), labels: ["colour", "light", "dark"])
        try await workspace.cairn("run", job, exits: 0)
        for example in oracle.cases {
            #expect(example.agrees(with: try stored(of: example.picture)), "\(example.picture)")
        }
    }

    @Test(arguments: ["detector", "detector-metadata"])
    func `a detector's stored tensors are those of Python's interpreter`(model: String) async throws {
        let oracle = try Fixtures.oracle(model)
        for example in oracle.cases {
            try workspace.copy(Fixtures.models.appending(example.picture), to: "pictures/\(example.picture)")
        }
        let job = try workspace.writeJob(
            model: Fixtures.models.appending("\(model).tflite"),
            labels: model == "detector" ? ["red square", "green square"] : nil)
        try await workspace.cairn("run", job, exits: 0)
        for example in oracle.cases {
            #expect(example.agrees(with: try stored(of: example.picture)), "\(example.picture)")
        }
    }

    @Test(arguments: ["float32", "uint8", "int8", "int8-metadata"])
    func `pictures that nobody has seen before get Python's answer to the last bit`(model: String) async throws {
        var system = SystemRandomNumberGenerator()
        let seed = system.next()
        var random = Seeded(seed)
        let size = (Int.random(in: 3...90, using: &random), Int.random(in: 3...90, using: &random))
        let picture = Picture(noise: size.0, size.1, using: &random)
        let file = try workspace.write("pictures/new.png", picture.png)
        let path = Fixtures.models.appending("\(model).tflite")
        let job = try workspace.writeJob(
            model: path, labels: model.contains("-") ? nil : ["red", "green", "blue", "light", "dark"])
        try await workspace.cairn("run", job, exits: 0)
        let peer = try await workspace.run(
            Place.python.description, packageRoot.appending("Scripts/oracle.py").description, path.description,
            file.description)
        let expected = try Answer(json: peer.outputBytes).raw
        #expect(!expected.isEmpty)
        #expect(try stored(of: "new.png") == expected, "seed \(seed), \(size.0)x\(size.1)")
    }

    /// The raw response kept for a picture, opened.
    private func stored(of name: String) throws -> [UInt8] {
        let body = try workspace.book.blob(
            """
            SELECT body FROM response JOIN attempt USING (attempt_id) JOIN task USING (task_id)
            JOIN path USING (path_id) WHERE path LIKE '%/\(name)'
            """)
        return try inflate(body.span, limit: 1 << 20)
    }
}
