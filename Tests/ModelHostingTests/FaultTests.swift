import Domain
import ModelHosting
import Platform
import TestSupport
import Testing

/// One fault at one service, and what people read of it where nothing is in the cache.
struct FaultCase: CustomTestStringConvertible, Sendable {
    let name: String
    let place: HostingBench.Place
    let fault: ModelFault
    let says: String
    var testDescription: String { name }

    init(_ name: String, _ place: HostingBench.Place, _ fault: ModelFault, says: String) {
        (self.name, self.place, self.fault, self.says) = (name, place, fault, says)
    }
}

private let standing: [FaultCase] = [
    FaultCase("404 of Cloud Storage", .plainStorage, .missing, says: "does not exist: status 404, \"Not Found.\""),
    FaultCase("404 of Firebase's storage", .firebaseStorage, .missing, says: "does not exist: status 404"),
    FaultCase("404 of an address", .address, .missing, says: "does not exist: status 404"),
    FaultCase("404 of Firebase ML", .firebaseML, .missing, says: "does not exist: status 404"),
    FaultCase("410 of Cloud Storage", .plainStorage, .gone, says: "does not exist: status 410"),
    FaultCase("410 of an address", .address, .gone, says: "does not exist: status 410, \"Gone for good.\""),
    FaultCase("410 of Firebase ML", .firebaseML, .gone, says: "does not exist: status 410"),
    FaultCase("503 for good", .plainStorage, .failing, says: "cannot be fetched now: status 503"),
    FaultCase("429 for good", .address, .tooMany(retryAfter: nil), says: "cannot be fetched now: status 429"),
    FaultCase(
        "429 with a long wait", .address, .tooMany(retryAfter: "3600"), says: "cannot be fetched now: status 429"),
    FaultCase("wrong size of Cloud Storage", .plainStorage, .wrongSize, says: "its size is"),
    FaultCase("wrong size of Firebase ML", .firebaseML, .wrongSize, says: "its size is 10000 bytes, not 10001 bytes"),
    FaultCase("wrong digest", .firebaseStorage, .wrongDigest, says: "its MD5 is"),
    FaultCase("expired address each time", .firebaseML, .expiredAddress, says: "is refused: status 400"),
    FaultCase(
        "a key for another bundle", .firebaseML, .otherBundle,
        says: "needs backend.hosted.firebaseML.bundleId"),
    FaultCase(
        "a page in place of the model", .address, .page,
        says: "its beginning is <html><b, not that of a .tflite file or a ZIP"),
    FaultCase(
        "a redirect to plain http", .address, .redirect("http://127.0.0.1:1/"),
        says: "it redirects to http, and only https is followed; name the address that serves the file itself"),
]

@Suite("Faults of the services that serve models") struct FaultTests {
    @Test(arguments: standing)
    func `a fault without a cached model is an error that names source and cause`(_ fault: FaultCase) throws {
        let bench = try HostingBench()
        bench.services.fault(fault.fault)
        let error = #expect(throws: HostingError.self) { try bench.resolve(bench.model(fault.place)) }
        let words = try #require(error?.description)
        #expect(words.contains(fault.says), "\(words)")
        #expect(try bench.store().cached(bench.model(fault.place)) == nil)
        // Once the service is mended the model comes.
        bench.services.mend()
        #expect(try bench.resolve(bench.model(fault.place)).content == modelBytes(10_000))
    }

    @Test(arguments: standing)
    func `a fault with a cached model leaves that one, and says why`(_ fault: FaultCase) throws {
        let bench = try HostingBench()
        let first = try bench.resolve(bench.model(fault.place))
        bench.services.publish(modelBytes(10_000, seed: 3))
        bench.services.fault(fault.fault)
        let second = try bench.resolve(bench.model(fault.place))
        #expect(second.model.digest == first.model.digest)
        guard case .cached(.failed(let error)) = second.origin else {
            Issue.record("\(second.path)")
            return
        }
        #expect(error.description.contains(fault.says), "\(error)")
        bench.services.mend()
        #expect(try bench.resolve(bench.model(fault.place)).content == modelBytes(10_000, seed: 3))
    }

    @Test(arguments: [
        ("503 twice", HostingBench.Place.plainStorage, ModelFault.failing, 2),
        ("429 with a wait", .address, .tooMany(retryAfter: "7"), 2),
        ("an expired address", .firebaseML, .expiredAddress, 1),
        ("a cut in the model", .plainStorage, .cut(5000), 2),
        ("a cut in the head", .address, .cut(20), 1),
        ("another part than was asked for", .firebaseML, .otherPart, 0),
        ("a whole in place of a part", .address, .ignoresRange, 0),
    ])
    func `a fault that passes is tried again`(
        _ name: String, _ place: HostingBench.Place, _ fault: ModelFault, _ times: Int
    ) throws {
        let bench = try HostingBench()
        if times == 0 {
            bench.services.fault(.cut(4000), times: 1)
            bench.services.fault(fault, times: 1)
        } else {
            bench.services.fault(fault, times: times)
        }
        let resolved = try bench.resolve(bench.model(place))
        #expect(resolved.path == "downloaded")
        #expect(resolved.content == modelBytes(10_000))
        if case .tooMany = fault { #expect(bench.pauses.map(\.milliseconds).reduce(0, +) == 14_000) }
        if fault == .expiredAddress { #expect(bench.pauses.isEmpty) }
    }

    @Test(arguments: [ModelFault.notModifiedWithoutETag, .notModifiedWithOtherETag])
    func `"not modified" of another version is not believed`(_ fault: ModelFault) throws {
        let bench = try HostingBench()
        _ = try bench.resolve(bench.model(.firebaseML))
        bench.services.fault(fault)
        let resolved = try bench.resolve(bench.model(.firebaseML))
        #expect(resolved.path.contains("its ETag in the answer \"not modified\" is"), "\(resolved.path)")
    }

    @Test func `a download that is too slow ends the try, and a cached model answers without another`() throws {
        let bench = try HostingBench(modelBytes(6000))
        var limits = DownloadLimits()
        limits.idleSeconds = 2
        limits.attemptCount = 2
        bench.services.fault(.slow(200))
        let error = #expect(throws: HostingError.self) {
            try bench.store(limits: limits).resolve(bench.model(.plainStorage))
        }
        #expect(error?.description.contains("Operation too slow. Less than 1000 bytes/sec") == true, "\(error)")
        // What a slow try brings is kept, and is no reason for a further one.
        #expect(bench.services.downloads == 2)
        bench.services.mend()
        #expect(try bench.resolve(bench.model(.plainStorage)).content == modelBytes(6000))
        bench.services.publish(modelBytes(6000, seed: 3))
        bench.services.fault(.slow(200))
        let before = bench.services.downloads
        let second = try bench.store(limits: limits).resolve(bench.model(.plainStorage))
        #expect(second.path.contains("Operation too slow"), "\(second.path)")
        #expect(second.content == modelBytes(6000) && bench.services.downloads == before + 1)
    }

    @Test func `a rate that the manifest sets is not too slow, however low it is`() throws {
        let bench = try HostingBench(modelBytes(1500))
        var limits = DownloadLimits()
        limits.idleSeconds = 1
        limits.attemptCount = 1
        var model = bench.model(.plainStorage)
        model.rate = 300
        #expect(try bench.store(limits: limits).resolve(model).content == modelBytes(1500))
    }

    @Test func `a model that another process keeps from being fetched is waited for as long as patience lasts`()
        throws
    {
        let bench = try HostingBench()
        var limits = DownloadLimits()
        limits.lockPatience = .seconds(1)
        limits.time = .seconds(2)
        let model = bench.model(.address)
        bench.services.fault(.stall(2000), times: 1)
        let other = try AgentProcess("agent", bench, bench.services.address, when: "changed")
        while bench.services.downloads == 0 { pauseThread(milliseconds: 5) }
        let words = "another process has been fetching it for"
        let none = #expect(throws: HostingError.self) { try bench.store(limits: limits).resolve(model) }
        #expect(none?.description.contains("\(words) 2 s;") == true, "\(none)")
        let bundled = #expect(throws: HostingError.self) {
            try bench.store(limits: limits).resolve(model, hasOther: true)
        }
        #expect(bundled?.description.contains("\(words) 1 s;") == true, "\(bundled)")
        _ = try other.kill()
        #expect(try bench.resolve(model).path == "downloaded")
        bench.services.publish(modelBytes(10_000, seed: 3))
        bench.services.fault(.stall(2000), times: 1)
        let next = try AgentProcess("next", bench, bench.services.address, when: "changed")
        while bench.services.downloads < 3 { pauseThread(milliseconds: 5) }
        let cached = try bench.store(limits: limits).resolve(model)
        #expect(cached.path.contains("\(words) 1 s;") && cached.content == modelBytes(10_000), "\(cached.path)")
        _ = try next.kill()
    }

    @Test func `a download beyond its time is given up, and the next one continues it`() throws {
        let bench = try HostingBench(modelBytes(400_000))
        bench.services.fault(.slow(100_000), times: 1)
        var limits = DownloadLimits()
        limits.time = .seconds(2)
        let store = bench.store(limits: limits)
        let error = #expect(throws: HostingError.self) { try store.resolve(bench.model(.plainStorage)) }
        let words = error?.description ?? ""
        #expect(words.contains("it took longer than 2 seconds; the next one continues it"), "\(words)")
        #expect(try bench.resolve(bench.model(.plainStorage)).content == modelBytes(400_000))
        let resumed = bench.events.compactMap { if case .started(_, let at, _) = $0 { at } else { nil } }
        #expect(resumed.count == 2 && resumed[1] > 0, "\(resumed)")
    }

    @Test func `a server that sends nothing more is asked again`() throws {
        let bench = try HostingBench(modelBytes(40_000))
        bench.services.fault(.stall(20_000), times: 1)
        var limits = DownloadLimits()
        limits.idleSeconds = 1
        #expect(try bench.store(limits: limits).resolve(bench.model(.firebaseML)).content == modelBytes(40_000))
        let resumed = bench.events.compactMap { if case .started(_, let at, _) = $0 { at } else { nil } }
        #expect(resumed.count == 2 && resumed[1] > 0, "\(resumed)")
    }

    @Test(arguments: HostingBench.Place.allCases)
    func `a silent service is asked once where a cached model can answer`(_ place: HostingBench.Place) throws {
        let bench = try HostingBench()
        let first = try bench.resolve(bench.model(place))
        bench.services.publish(modelBytes(10_000, seed: 3))
        bench.services.fault(.stall(0))
        var limits = DownloadLimits()
        limits.patience = .seconds(1)
        let downloads = bench.services.downloads
        let began = monotonicMilliseconds()
        let second = try bench.store(limits: limits).resolve(bench.model(place))
        #expect(monotonicMilliseconds() - began < 20_000)
        #expect(second.model.digest == first.model.digest)
        #expect(second.path.contains("cannot be fetched now"), "\(second.path)")
        #expect(bench.services.downloads <= downloads + 1 && bench.pauses.isEmpty, "\(bench.pauses)")
    }

    @Test func `a silent service is asked once where the bundled model can answer`() throws {
        let bench = try HostingBench()
        bench.services.fault(.stall(0))
        var limits = DownloadLimits()
        limits.patience = .seconds(1)
        let store = bench.store(limits: limits)
        let error = #expect(throws: HostingError.self) { try store.resolve(bench.model(.address), hasOther: true) }
        #expect(error?.description.contains("no answer within 1 seconds") == true, "\(error?.description ?? "")")
        #expect(bench.services.downloads == 1 && bench.pauses.isEmpty)
    }

    @Test(arguments: HostingBench.Place.allCases)
    func `no message and no event holds a secret that the service repeats`(_ place: HostingBench.Place) throws {
        let bench = try HostingBench()
        var model = bench.model(place)
        if place == .address {
            model = HostedModel(.url(.init(address: "\(bench.services.address)?sig=s3cr3t-signature")))
        }
        bench.services.fault(.echo)
        let error = #expect(throws: HostingError.self) { try bench.resolve(model) }
        let told = "\(error?.description ?? "") \(bench.events) \(try bench.store().source(of: model))"
        #expect(told.contains("status 403"))
        for secret in [
            ModelServices.apiKey, ModelServices.accessToken, ModelServices.appCheck, ModelServices.idToken,
            "s3cr3t-signature", "installation-token-",
        ] {
            #expect(!told.contains(secret), "\(told)")
        }
    }
}
