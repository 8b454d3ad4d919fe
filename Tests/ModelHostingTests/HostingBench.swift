import Services
import Domain
import ModelHosting
import Platform
import TestSupport

/// A model store with a cache of its own, the services that it asks, and all that happened.
final class HostingBench: Sendable {
    static let secrets = [
        "KEY": ModelServices.apiKey, "TOKEN": ModelServices.accessToken, "APP_CHECK": ModelServices.appCheck,
    ]

    let scratch: Scratch
    let services: ModelServices
    let clock = TestClock()
    private let happened = Monitor<[ModelEvent]>([])
    private let paused = Monitor<[TimeSpan]>([])
    private let interrupted = Monitor(false)

    /// What was told, in its order.
    var events: [ModelEvent] { happened.with { $0 } }
    /// How long was waited before each further try.
    var pauses: [TimeSpan] { paused.with { $0 } }
    /// The cache's folder.
    var folder: FilePath { scratch.file("cache") }

    init(_ content: [UInt8] = modelBytes(10_000)) throws {
        scratch = try Scratch()
        services = try ModelServices(content)
    }

    /// Interrupts what is under way.
    func interrupt() { interrupted.with { $0 = true } }

    /// A store on the cache, as another run of the program has it.
    func store(limits: DownloadLimits = DownloadLimits(), onEvent: @escaping @Sendable (ModelEvent) -> Void = { _ in })
        -> ModelStore
    {
        var environment = ProcessEnvironment(
            variables: HostingBench.secrets, clock: clock.clock)
        environment.pause = { span in self.paused.with { $0.append(span) } }
        environment.isInterrupted = { self.interrupted.with { $0 } }
        return ModelStore(ModelCache(folder: folder), in: environment, limits: limits) { event in
            self.happened.with { $0.append(event) }
            onEvent(event)
        }
    }

    /// Asks as a submission does.
    func resolve(_ model: HostedModel) throws(HostingError) -> ResolvedModel { try store().resolve(model) }

    /// The same model at each of the services.
    func model(_ place: Place) -> HostedModel {
        switch place {
        case .plainStorage:
            var object = HostedModel.StoredObject(
                bucket: ModelServices.bucket, object: ModelServices.object,
                access: .plain(.accessToken(.environment("TOKEN"))))
            object.endpoint = services.url
            return HostedModel(.storage(object))
        case .firebaseStorage:
            var object = HostedModel.StoredObject(
                bucket: ModelServices.bucket, object: ModelServices.object,
                access: .firebase(
                    .signIn(.anonymous, webKey: .environment("KEY"), emulator: services.server.authority),
                    appCheck: .token(.environment("APP_CHECK"))))
            object.endpoint = services.url
            object.app.appID = ModelServices.appID
            return HostedModel(.storage(object))
        case .address: return HostedModel(.url(HostedModel.PublishedFile(address: services.address)))
        case .firebaseML:
            var app = HostedModel.FirebaseApp()
            app.project = ModelServices.project
            app.appID = ModelServices.appID
            app.apiKey = .environment("KEY")
            return HostedModel(.firebaseML(.init(name: ModelServices.model, app: app, endpoint: services.url)))
        }
    }

    /// The four services.
    enum Place: CaseIterable { case plainStorage, firebaseStorage, address, firebaseML }
}

/// Bytes that begin as a model does, and are otherwise those of a seed.
func modelBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var numbers = Seeded(seed)
    return [28, 0, 0, 0] + Array("TFL3".utf8)
        + (8..<max(8, count)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
}

extension ResolvedModel {
    /// The bytes of its file.
    var content: [UInt8] { (try? Files.read(model.file)) ?? [] }
    /// `downloaded`, `notModified`, or why the cache answered.
    var path: String {
        switch origin {
        case .downloaded: "downloaded"
        case .notModified: "notModified"
        case .cached(let reason): "cached: \(reason)"
        }
    }
}
