import Demo
import Platform
import TestSupport
import Testing

@Suite("The demo that the program brings", .inTurn) struct DemoCommandTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test func `the program carries the files of Jobs, byte for byte`() throws {
        let files = DemoFile.all
        for file in files {
            #expect(
                try Files.read(packageRoot.appending("Jobs/demo").appending(file.path)) == file.bytes, "\(file.path)")
        }
        let pictures = Files.names(in: Place.demo.appending("pictures")).map { "pictures/\($0)" }
        #expect(Set(files.map(\.path.description)) == Set(pictures + ["scenes.tflite"]))
    }

    @Test func `labels its pictures, shows answers and report, and says what comes next`() async throws {
        // What the environment names is the user's own store, and stays without drawn pictures.
        let ending = try await workspace.cairn(
            "demo", exits: 0, environment: ["CAIRN_STORE": workspace.file("own.db").description])
        #expect(ending.error.hasPrefix("wrote cairn-demo: 14 pictures, scenes.tflite, demo.yaml\n"), "\(ending)")
        #expect(ending.error.contains("14 of 14 images done"), "\(ending)")
        #expect(ending.error.hasSuffix("\n  cairn init photos\n"), "\(ending)")
        #expect(
            ending.lines.count == 16 && ending.output.contains("pictures/windmill-day.jpg        windmill"), "\(ending)"
        )
        #expect(Set(Files.names(in: workspace.path)).subtracting([".logs", ".cache"]) == ["cairn-demo"])
        let inside = Files.names(in: workspace.file("cairn-demo"))
        #expect(
            Set(inside).isSuperset(of: ["cairn.db", "demo.yaml", "pictures", "report", "scenes.tflite"]), "\(inside)")
        // Each command that it shows can be pasted.
        for line in ending.error.split(separator: "\n") where line.hasPrefix("  cairn ") && !line.contains(" init ") {
            let pasted = try await workspace.bash("cairn() { \"$cairn\" \"$@\"; }\n\(line)")
            #expect(pasted.status == 0, "\(line): \(pasted)")
        }
        try await workspace.cairn("doctor", "--store", "cairn-demo/cairn.db", exits: 0)
    }

    @Test func `writes the answers alone as JSON`() async throws {
        let ending = try await workspace.cairn("demo", "here", "--json", "--quiet", exits: 0)
        #expect(
            ending.output.hasPrefix("[\n{\"path\":\"pictures/balloon-dusk.jpg\",\"description\":\"balloon\","),
            "\(ending)")
    }

    @Test func `overwrites nothing`() async throws {
        try workspace.write("taken/mine.txt", "mine")
        try workspace.write("file", "mine")
        try await workspace.run("ln", "-s", "nowhere", "link")
        for name in ["taken", "file", "link"] {
            let ending = try await workspace.cairn("demo", name, exits: 2)
            #expect(ending.error.contains("\(name) is there already and is not an empty folder"), "\(ending)")
        }
        #expect(Files.names(in: workspace.file("taken")) == ["mine.txt"])
        try Files.makeFolder(workspace.file("empty"))
        let quiet = try await workspace.cairn("demo", "empty", "--quiet", exits: 0)
        #expect(quiet.errorBytes.isEmpty, "\(quiet)")
    }

    @Test func `writes nothing where no library can run the model, or where it may not write`() async throws {
        let library = ["CAIRN_LITERT": workspace.file("none.so").description]
        let ending = try await workspace.cairn("demo", exits: 4, environment: library)
        #expect(ending.error.contains("none.so"), "\(ending)")
        let full = try await workspace.cairn("demo", "/proc/demo", exits: 7)
        #expect(full.error.contains("cannot write /proc/demo: "), "\(full)")
        #expect(Set(Files.names(in: workspace.path)) == [".logs"])
    }
}
