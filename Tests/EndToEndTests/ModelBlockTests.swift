import Platform
import TestSupport
import Testing

@Suite("The block of `cairn models show`", .inTurn) struct ModelBlockTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `is what check accepts and run uses, for every model that has one`() async throws {
        try scratch.writePictures(1, seed: 9)
        let names = Files.names(in: Fixtures.models).filter { $0.hasSuffix(".tflite") }
        var accepted = 0
        for name in names {
            try scratch.copy(Fixtures.models.appending(name), to: name)
            let shown = try await scratch.cairn("models", "show", name, exits: 0)
            guard let start = shown.output.firstRange(of: "\nbackend:\n")?.lowerBound else {
                #expect(shown.output.contains("\nnot usable "), "\(name): \(shown)")
                continue
            }
            let block = String(shown.output[start...].dropFirst())
            if let count = block.firstMatch(of: /one label a line, ([0-9]+) lines/)?.1, let count = Int(count) {
                try scratch.write("labels.txt", (0..<count).map { "label \($0)\n" }.joined())
            } else if block.contains("one label a line") {
                try scratch.write("labels.txt", "a\nb\n")
            }
            let job = "job-\(accepted)"
            try scratch.write("\(job).yaml", "job: \(job)\nimages: [{folder: pictures}]\n\(block)")
            let check = try await scratch.cairn("check", "--here", "\(job).yaml", exits: 0)
            #expect(check.error == "\(job).yaml: job \(job) is valid\n", "\(name): \(check)\n\(block)")
            try await scratch.cairn("run", "\(job).yaml", exits: 0)
            accepted += 1
        }
        #expect(accepted >= 10, "\(accepted) of \(names.count)")
    }

    @Test func `of an export names it as it was typed`() async throws {
        for name in ["manifest.json", "dict.txt", "model.tflite"] {
            let file = packageRoot.appending("Jobs/automl/colours").appending(name)
            try scratch.copy(file, to: "my export: 1/\(name)")
        }
        let shown = try await scratch.cairn("models", "show", "my export: 1", exits: 0)
        #expect(shown.output.hasSuffix("\nbackend:\n  kind: automl\n  model: \"my export: 1\"\n"), "\(shown)")
    }
}
