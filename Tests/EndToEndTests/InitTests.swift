import Platform
import TestSupport
import Testing

@Suite("A first manifest", .inTurn) struct InitTests {
    /// Pictures, and a service of models on loopback.
    let place: HostedPlace
    private var scratch: Scratch { place.scratch }

    init() throws { place = try HostedPlace() }

    private func manifest(_ name: String = "pictures.yaml") throws -> String { try Files.text(scratch.file(name)) }

    /// Runs a command on a terminal, to which some answers are typed; gives what is seen there.
    private func onTerminal(_ command: String, answers: String) async throws -> Ending {
        try await scratch.bash("printf '\(answers)' | script -qec \"$cairn \(command)\" /dev/null")
    }

    @Test func `names the model that lies here, and runs as it is`() async throws {
        try scratch.write("models/flowers.tflite", place.versions[0])
        let ending = try await place.cairn("init", "pictures", exits: 0)
        #expect(
            ending.error.hasPrefix("pictures: 3 pictures\nwrote pictures.yaml: labels by models/flowers.tflite"),
            "\(ending)")
        #expect(ending.error.hasSuffix("\n  cairn run pictures.yaml\n"), "\(ending)")
        #expect(try manifest().contains("# The first run asks 3 pictures: no cost, "))
        try await place.cairn("check", "pictures.yaml", "--here", exits: 0)
        try await place.cairn("run", "pictures.yaml", exits: 0)
        #expect(try scratch.book.number("SELECT count(DISTINCT image_id) FROM answer") == 3)
        // The folder's name is the job's.
        let again = try await place.cairn("run", "pictures", exits: 0)
        #expect(again.error.contains("its manifest is pictures.yaml"), "\(again)")
    }

    @Test func `never overwrites`() async throws {
        try scratch.write("pictures.yaml", "mine\n")
        let ending = try await place.cairn("init", "pictures", exits: 2)
        #expect(ending.error.contains("pictures.yaml is there already, and nothing was written"), "\(ending)")
        #expect(try manifest() == "mine\n")
        try await place.cairn("init", "pictures", "--out", "other.yaml", exits: 0)
        try await scratch.run("ln", "-s", "nowhere", "link.yaml")
        try await place.cairn("init", "pictures", "--out", "link.yaml", exits: 2)
    }

    @Test func `downloads a model of a known digest when a person says yes, and the run has it`() async throws {
        let model = "--model \(place.site.address) --sha256 \(place.digest(0))"
        let no = try await onTerminal("init pictures --out no.yaml \(model)", answers: "n\\n")
        #expect(
            no.output.contains("from \(place.site.address)") && no.output.contains("Download it now? [y/N]"), "\(no)")
        #expect(no.output.contains("nothing was downloaded; the first run does it"), "\(no)")
        try await place.cairn("models", "list", "no.yaml", exits: 4)
        let yes = try await onTerminal("init pictures \(model)", answers: "y\\n")
        // Wherever the lines break.
        let words = yes.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(" downloaded, 3.8 kB in "), "\(yes)")
        try await place.cairn("models", "list", "pictures.yaml", exits: 0)
        place.site.fault(.missing)
        try await place.cairn("run", "pictures.yaml", exits: 0)
        #expect(try place.answeringModels() == 1)
    }

    @Test func `takes no other file than the one of the digest`() async throws {
        let other = place.digest(1)
        let ending = try await onTerminal(
            "init pictures --model \(place.site.address) --sha256 \(other)", answers: "y\\n")
        #expect(ending.output.contains(String(other.prefix(8))), "\(ending)")
        try await place.cairn("models", "list", "pictures.yaml", exits: 4)
    }

    @Test func `offers a public model by its address, size, digest and licence where none is here`() async throws {
        try scratch.write("scenes.tflite", try Files.read(packageRoot.appending("Jobs/demo/scenes.tflite")))
        let ending = try await place.cairn("init", "pictures", "--kind", "tflite", exits: 0)
        #expect(
            ending.error.contains("  left out: scenes.tflite knows ten drawn scenes, and no photographs\n"), "\(ending)"
        )
        #expect(
            ending.error.contains("the first run downloads the model: 3.6 MB from https://raw.githubusercontent.com/"),
            "\(ending)")
        #expect(ending.error.contains(", licence Apache 2.0, SHA-256 7aad0c74"), "\(ending)")
        let text = try manifest()
        #expect(
            text.contains("    sha256: 7aad0c74c5e3c06e5eb3c827e13304fdd68a83da6087d92ee169c24ff9fd4776\n"), "\(text)")
        try await place.cairn("check", "pictures.yaml", exits: 0)
        let named = try await place.cairn(
            "init", "pictures", "--model", "scenes.tflite", "--out", "demo.yaml", exits: 0)
        #expect(named.error.contains("labels by scenes.tflite"), "\(named)")
    }

    @Test func `asks a person what is wanted, and a wrong number again`() async throws {
        try scratch.write("a.tflite", place.versions[0])
        try scratch.write("b.tflite", place.versions[1])
        let ending = try await onTerminal("init pictures", answers: "9\\n2\\n")
        #expect(ending.output.contains("1  labels by a.tflite, on this machine, at no cost"), "\(ending)")
        #expect(try manifest().contains("  model: b.tflite\n"))
    }

    @Test func `tells the price of a billed job, and caps it`() async throws {
        let key = ["GOOGLE_API_KEY": "key"]
        let ending = try await place.cairn("init", "pictures", "--kind", "vision", "--json", exits: 0, environment: key)
        let json = try JSONText(ending.outputBytes)
        #expect(json["units"].int == 3 && json["usd_high"].double == 0.0045 && json["pictures"].int == 3, "\(json)")
        let text = try manifest()
        #expect(
            text.contains("# The first run asks 3 pictures: 3 units, < $0.01") && text.contains("month: {usd: 1.00}"),
            "\(text)")
        #expect(text.contains("    apiKey: env:GOOGLE_API_KEY\n") && !text.contains("key\n  "), "\(text)")
        try await place.cairn("check", "pictures.yaml", "--here", exits: 0, environment: key)
    }

    @Test func `writes nothing where there is no picture, no folder, or nothing that answers`() async throws {
        try scratch.write("texts/a.txt", "a")
        let none = try await place.cairn("init", "texts", exits: 2)
        #expect(none.error.contains("1 file of another kind: 1 txt"), "\(none)")
        let missing = try await place.cairn("init", "nowhere", exits: 2)
        #expect(
            missing.error.contains("there is no folder ") && missing.error.contains("nothing was written"), "\(missing)"
        )
        let model = try await place.cairn("init", "pictures", "--model", "none.tflite", exits: 4)
        #expect(model.error.contains("none.tflite"), "\(model)")
        #expect(Files.names(in: scratch.path).allSatisfy { !$0.hasSuffix(".yaml") })
    }

    @Test(arguments: [("My Photos 2024", "my-photos-2024"), ("2024", "job-2024"), ("Größe", "gr-e")])
    func `names the job after the folder`(folder: String, job: String) async throws {
        try scratch.writePictures(1, in: folder, seed: 3)
        try scratch.write("m.tflite", place.versions[0])
        try await place.cairn("init", folder, exits: 0)
        try await place.cairn("check", "\(job).yaml", "--here", exits: 0)
    }
}
