import Backends
import Domain
import Platform
import TestSupport
import Testing
import Services

/// Models that crash, hang or take all memory when they are used; see Tests/Fixtures/Models/Hostile.
@Suite("The trial run of a model", .inTurn) struct ModelTrialTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(3, seed: 11)
    }

    @Test(arguments: [
        ("segmentation-fault", "backend.model: MODEL cannot be used: its trial run crashed (SIGSEGV): "),
        ("abort", "backend.model: MODEL cannot be used: its trial run crashed (SIGABRT: "),
    ])
    func `a model that crashes LiteRT stops the run, and keeps its queue`(name: String, words: String) async throws {
        let model = hostile.appending("\(name).tflite")
        let labels = name == "abort" ? ["red", "green", "blue", "light", "dark"] : ["red square", "green square"]
        let job = try scratch.writeJob(model: model, labels: labels)
        for command in ["run", "work"] {
            let ending =
                command == "run"
                ? try await scratch.cairn("run", job, exits: 4) : try await scratch.cairn("work", exits: 4)
            #expect(ending.error.contains(words.replacing("MODEL", with: model.description)), "\(ending)")
            #expect(ending.error.contains("the file is damaged or made to do harm; convert it or download it again"))
        }
        #expect(try scratch.book.number("SELECT queued FROM runs") == 3)
        #expect(try scratch.book.number("SELECT count(*) FROM attempts") == 0)
        try await scratch.cairn("doctor", exits: 0)
    }

    @Test func `a model that has passed is not tried again, but with another library or limit`() throws {
        let plan = try plan(Fixtures.models.appending("float32-metadata.tflite"))
        _ = try plan.open(in: environment(), timeout: .seconds(1))
        let folder = scratch.file("cache/cairn/trials")
        let kept = Files.names(in: folder)
        #expect(kept.count == 1)
        #expect(Files.mode(folder).map { $0 & 0o777 } == 0o700)
        #expect(Files.mode(folder.appending(kept[0])).map { $0 & 0o777 } == 0o600)
        // A program that is not there can try nothing: only what was kept lets the model through.
        _ = try plan.open(in: environment(FilePath("/none")), timeout: .seconds(1))
        var other = environment(FilePath("/none"))
        other.trial?.memory -= 1
        #expect(throws: BackendError.self) { try plan.open(in: other, timeout: .seconds(1)) }
        try scratch.copy(Fixtures.library, to: "libLiteRt.so")
        other = environment(FilePath("/none"))
        other.libraryPlaces = [scratch.file("libLiteRt.so")]
        #expect(throws: BackendError.self) { try plan.open(in: other, timeout: .seconds(1)) }
    }

    @Test func `a model whose run does not end is stopped at the limit, and tried again the next time`() throws {
        let plan = try plan(hostile.appending("endless.tflite"), labels: 3)
        var environment = environment()
        environment.trial?.milliseconds = 1000
        for _ in 0..<2 {
            let began = monotonicMilliseconds()
            let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
            let words = try #require(error).description
            #expect(
                words.hasSuffix(
                    "its trial run took more than 1 s, and was stopped; use a smaller model, or allow more with "
                        + "CAIRN_TRIAL_SECONDS"), "\(words)")
            #expect(monotonicMilliseconds() - began < 30_000)
        }
        #expect(Files.names(in: scratch.file("cache/cairn/trials")).isEmpty)
    }

    @Test func `a model that takes more memory than the limit is stopped`() throws {
        let plan = try plan(hostile.appending("large.tflite"), labels: 3)
        var environment = environment()
        environment.trial?.memory = 160 << 20
        let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
        let words = try #require(error).description
        #expect(
            words.hasSuffix(
                "its trial run took more than 160 MiB of memory, and was stopped; use a smaller model, or allow more "
                    + "with CAIRN_TRIAL_MEBIBYTES"), "\(words)")
    }

    @Test(arguments: ["noise", "white"])
    func `a model that is harmless on zeros is tried on noise and white, too`(sample: String) throws {
        let plan = try plan(hostile.appending("endless-\(sample).tflite"), labels: 3)
        var environment = environment()
        environment.trial?.milliseconds = 1000
        let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
        #expect(error?.description.contains("its trial run took more than 1 s") == true)
    }

    @Test func `a model that takes much memory for a white picture is refused`() throws {
        let plan = try plan(hostile.appending("large-white.tflite"), labels: 3)
        var environment = environment()
        environment.trial?.memory = 160 << 20
        let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
        #expect(error?.description.contains("its trial run took more than 160 MiB of memory") == true)
    }

    @Test func `a run that fails for want of memory names the variable of the limit`() throws {
        let plan = try plan(hostile.appending("large.tflite"), labels: 3)
        var environment = environment()
        environment.trial?.memory = 128 << 20
        let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
        #expect(error?.description.contains("CAIRN_TRIAL_MEBIBYTES") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("memory") == true)
    }

    @Test func `a cache folder that others can write to is not believed, and nothing fails for want of one`() throws {
        let plan = try plan(Fixtures.models.appending("float32-metadata.tflite"))
        let folder = scratch.file("cache/cairn/trials")
        try Files.makeFolder(folder)
        try Files.permit(folder, 0o777)
        _ = try plan.open(in: environment(), timeout: .seconds(1))
        #expect(Files.names(in: folder).isEmpty)
        var homeless = environment()
        homeless.trial = Trial(program: Place.cairn, variables: [:])
        _ = try plan.open(in: homeless, timeout: .seconds(1))
    }

    @Test func `the limits can be set by variables, and what is not a number is said`() async throws {
        let labels = ["a", "b", "c"]
        let job = try scratch.writeJob(model: hostile.appending("endless.tflite"), labels: labels)
        let short = try await scratch.cairn("run", job, exits: 4, environment: ["CAIRN_TRIAL_SECONDS": "1"])
        #expect(short.error.contains("its trial run took more than 1 s"), "\(short)")
        let wrong = try await scratch.cairn("run", job, exits: 2, environment: ["CAIRN_TRIAL_MEBIBYTES": "much"])
        #expect(
            wrong.error.contains(
                "CAIRN_TRIAL_MEBIBYTES: expected a whole number from 1 to 1048576, found \"much\""), "\(wrong)")
        #expect(try scratch.book.number("SELECT queued FROM runs") == 3)
    }

    @Test func `an interruption ends a trial`() throws {
        let plan = try plan(hostile.appending("endless.tflite"), labels: 3)
        var environment = environment()
        environment.process.isInterrupted = { true }
        let error = #expect(throws: BackendError.self) { try plan.open(in: environment, timeout: .seconds(1)) }
        #expect(error?.description.hasSuffix("its trial run was interrupted") == true)
    }

    @Test func `the child's word stands in no help, and without the rest of its words it does nothing`() async throws {
        let help = try await scratch.cairn("--help", exits: 0)
        #expect(!help.output.contains(ModelTrial.word))
        let alone = try await scratch.cairn(ModelTrial.word, exits: 2)
        #expect(alone.output.isEmpty)
    }

    private func environment(_ program: FilePath = Place.cairn) -> BackendEnvironment {
        var environment = BackendEnvironment(
            ProcessEnvironment(variables: [:], clock: Clock { Timestamp(milliseconds: 0) }),
            libraryPlaces: [Fixtures.library])
        environment.trial = Trial(
            program: program, variables: ["XDG_CACHE_HOME": scratch.file("cache").description])
        return environment
    }

    private func plan(_ model: FilePath, labels: Int? = nil) throws -> BackendPlan {
        var settings = TFLiteSettings(model: model)
        if let labels {
            settings.labels = try scratch.write("n.txt", (0..<labels).map { "label \($0)\n" }.joined())
        }
        return try BackendPlan(.tflite(settings), features: [], prepare: Prepare())
    }
}

private let hostile = Fixtures.models.appending("Hostile")
