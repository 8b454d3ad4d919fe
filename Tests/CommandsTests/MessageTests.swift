@testable import Backends
import Crypto
import Catalog
import Manifest
import Platform
import Storage
import TestSupport
import Testing
import Domain

@testable import Commands
@testable import Submitting
@testable import Working

/// Every error that ends a command, with its exit code, word for word; `make goldens` writes the files again.
@Suite("The messages about errors") struct MessageTests {
    private static let model = FilePath("models/a.tflite")
    private static let missing = SystemError("open", model, number: 2)
    private static let store = StoreError(.gone, at: StoreLocation(FilePath("a.db")), "the store a.db is gone")

    /// The lines of a golden file: the case, the exit code, the sentence.
    private func lines<Problem>(_ problems: [Problem], _ failure: (Problem) -> CommandFailure) -> String {
        lines(problems.map { (Mirror(reflecting: $0).children.first?.label ?? "\($0)", failure($0)) })
    }

    private func lines<Problem: CommandFailureConvertible>(_ problems: [Problem]) -> String {
        lines(problems, \.commandFailure)
    }

    private func lines(_ failures: [(name: String, failure: CommandFailure)]) -> String {
        failures.map { "\($0.name): exit \($0.failure.exit.rawValue): \($0.failure.sentence)\n" }.joined()
    }

    @Test func `every error of the command line is worded as it was found good`() throws {
        let errors: [UsageError] = every { last in
            switch last {
            case nil: .missingCommand
            case .missingCommand: .unknownCommand("chekc", near: "check")
            case .unknownCommand: .foreignCommand("ls", meant: "`cairn status` lists the runs")
            case .foreignCommand: .unknownOption("--stroe", near: "--store")
            case .unknownOption: .otherOption("--jobs", meant: "`pace.inFlight` of a manifest says it")
            case .otherOption: .foreignOption("--day-units", command: "quota set")
            case .foreignOption: .misplacedOption("--format")
            case .misplacedOption: .missingValue(option: "--store", value: "PATH")
            case .missingValue: .needlessValue(option: "--quiet")
            case .needlessValue:
                .badValue(origin: "--format", value: "jsno", expected: "one of csv, json", near: "json")
            case .badValue: .missingArgument("JOB", help: "a manifest, such as holidays.yaml")
            case .missingArgument: .needlessArgument("5", near: ["--priority"])
            case .needlessArgument: nil
            }
        }
        try expectGolden(lines(errors) { CommandFailure($0.sentence, .badInput) }, "messages/usage.txt")
    }

    @Test func `every error of a backend is worded as it was found good`() throws {
        let errors: [BackendError] = every { last in
            switch last {
            case nil: .libraryMissing([FilePath("/usr/lib/libLiteRt.so")])
            case .libraryMissing: .libraryUnusable(reason: "a.so cannot be opened as a library: it is not an ELF file")
            case .libraryUnusable: .systemLibraryMissing("libheif.so.1 is missing; install libheif1")
            case .systemLibraryMissing: .modelUnreadable(Self.missing)
            case .modelUnreadable: .modelRefused(Self.model, reason: "it is not a TensorFlow Lite model")
            case .modelRefused: .modelHangs("a.tflite@4c1e71b8", .seconds(300))
            case .modelHangs: .unsupportedOperations(Self.model, ["FlexConv"])
            case .unsupportedOperations: .modelChanged(Self.model)
            case .modelChanged:
                .modelAwaited(reason: "gs://b/m.tflite cannot be fetched now: connection refused; try again later")
            case .modelAwaited:
                .mismatch(key: "backend.input", declared: "224x224", model: Self.model, actual: "96x96")
            case .mismatch: .setting(key: "backend.threshold", reason: "expected 0 to 1")
            case .setting: .labelsUnreadable(Self.missing)
            case .labelsUnreadable: .labelsRefused("labels.txt", reason: "is not UTF-8 text")
            case .labelsRefused: .labelsMissing(Self.model)
            case .labelsMissing: .labelCount(source: "labels.txt", labels: 3, model: Self.model, classes: 4)
            case .labelCount: .unreachable("cannot connect to http://127.0.0.1:18999 (connection refused)")
            case .unreachable: .failing("HTTP 503")
            case .failing: .busy(account: "tower-1", words: "HTTP 429")
            case .busy: .refused(account: "tower-1", code: "INVALID_ARGUMENT", words: "\"no such model\"")
            case .refused: .secret(source: "env:KEY", reason: "is not set")
            case .secret: .credentials(subject: "sa.json", reason: "the key was disabled", advice: "make a new key")
            case .credentials: .tokenService(host: "oauth2.googleapis.com", reason: "HTTP 503")
            case .tokenService:
                .service(
                    account: "tower-1", code: "PERMISSION_DENIED", words: "\"disabled\"", advice: "enable the API")
            case .service: .quota(account: "tower-1", words: "\"quota exceeded\"", advice: "run `cairn work` later")
            case .quota: .noPrice(.productSearch)
            case .noPrice:
                .inExport(
                    key: "backend.manifest",
                    .labelCount(source: "dict.txt", labels: 3, model: Self.model, classes: 4))
            case .inExport: .absent(key: "backend.languages", reason: "deu.traineddata is not in /usr/share/tessdata")
            case .absent: .unusable(key: "backend.languages", reason: "deu.traineddata cannot be used: it is cut short")
            case .unusable: .notBuilt("hosted models")
            case .notBuilt: nil
            }
        }
        try expectGolden(lines(errors), "messages/backend.txt")
    }

    @Test func `every error of a query is worded as it was found good`() throws {
        let errors: [QueryError] = every { last in
            switch last {
            case nil: .store(Self.store)
            case .store: .sql(message: "no such table: lables; did you mean labels?")
            case .sql: .refusedArgument(message: "regexp(): the pattern is not closed")
            case .refusedArgument: .damagedValue(message: "response_json(7): the response is damaged")
            case .damagedValue: .notAQuestion(message: "DELETE is not allowed")
            case .notAQuestion: .notOneStatement(found: 2)
            case .notOneStatement: .tooLong(.seconds(60))
            case .tooLong: .tooLarge(.usual)
            case .tooLarge: .noRoom
            case .noRoom: .unbound(parameter: "least")
            case .unbound: .noSuchParameter("most", known: ["least"])
            case .noSuchParameter: nil
            }
        }
        try expectGolden(lines(errors), "messages/query.txt")
    }

    @Test func `every error of a submission is worded as it was found good`() throws {
        let lateness = "the download of m stopped: \(StopMessage.timeIsUp); the next one continues it"
        let failures: [(String, CommandFailure)] = [
            ("store", Self.store.commandFailure), ("backend", BackendError.modelChanged(Self.model).commandFailure),
            ("sources", CatalogError.containsNUL(pattern: "a").commandFailure),
            ("unavailable", .unavailable("processes for programs")), ("planMoved", .planMoved),
            ("interrupted", .interrupted(.signal)), ("timeIsUp", .interrupted(.timeIsUp(lateness))),
            ("system", CommandFailure(refused: Self.missing)),
        ]
        try expectGolden(lines(failures), "messages/submit.txt")
    }

    @Test func `every error of the work is worded as it was found good`() throws {
        let holder = NightOwner(
            process: ProcessIdentity(host: "h", pid: 4711, started: 1), hostName: "mill",
            since: Timestamp(milliseconds: 1_795_000_000_000))
        let text = Array("job: a\n".utf8)
        let manifest = try #require(throws: ManifestError.self) {
            try ManifestReader.read(text, file: FilePath("job.yaml"), workingDirectory: FilePath("/"))
        }
        let decision = TrustDecision(
            job: "towers",
            requirements: ["https://example.org (backend.endpoint)", "env:TOKEN (backend.auth.accessToken)"],
            grounds: .none("there is no /home/you/towers.yaml"))
        let inFlight = InFlight(images: 16, units: 32, microDollars: 48_000, isSent: true)
        let failures: [(String, CommandFailure)] = [
            ("untrusted", .untrusted(decision)), ("storeGone", .storeGone(Self.store, inFlight)),
            ("manifest", .manifest(of: RunID(3), manifest)), ("noSuchRun", .noSuchRun(RunID(9))),
            ("modelChanged", .modelChanged(since: RunID(3))), ("nightTaken", .nightTaken(by: holder)),
            ("overrun", .overrun(Overrun(.time(.seconds(300)), by: [Self.claim("photos/a.jpg")]), in: RunID(3))),
            (
                "overrun",
                .overrun(Overrun(.memory(4 << 30), by: ["a.jpg", "b.jpg"].map(Self.claim)), in: RunID(3))
            ),
        ]
        try expectGolden(lines(failures), "messages/work.txt")
    }

    /// A claim of a picture with a name.
    private static func claim(_ name: String) -> Claim {
        Claim(
            task: TaskID(1), attempt: AttemptID(1), image: ImageID(1), key: ImageKey(.file, Digest(of: name)),
            asked: [],
            attemptCount: 0, sendsContent: false, isIsolated: false,
            locations: [
                FileLocation(id: PathID(1), path: FilePath(name), bytes: 1, modifiedNanoseconds: 1, inode: 1)
            ],
            hasMoreLocations: false, reference: nil)
    }

    @Test func `every error of sources is worded as it was found good`() throws {
        let errors: [CatalogError] = every { last in
            switch last {
            case nil: .parentAfterWildcard(pattern: "*/../a")
            case .parentAfterWildcard: .tooManyAlternatives(pattern: "{a,b}", limit: 1000)
            case .tooManyAlternatives: .containsNUL(pattern: "a")
            case .containsNUL: FileKind([0xFF, 0xD8, 0xFF]).map { .notAList(FilePath("photos/a.jpg"), $0) }
            case .notAList: nil
            }
        }
        try expectGolden(lines(errors), "messages/sources.txt")
    }
}
