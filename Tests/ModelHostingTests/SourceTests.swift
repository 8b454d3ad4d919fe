import Crypto
import Domain
import ModelHosting
import Platform
import TestSupport
import Testing

@Suite("The services that serve models") struct SourceTests {
    @Test(arguments: HostingBench.Place.allCases)
    func `a model is downloaded once, asked about again, and downloaded when it has changed`(
        _ place: HostingBench.Place
    ) throws {
        let bench = try HostingBench()
        let first = try bench.resolve(bench.model(place))
        #expect(first.path == "downloaded")
        #expect(first.content == modelBytes(10_000))
        #expect(first.model.digest == Digest(of: modelBytes(10_000).span))
        #expect(first.model.bytes == 10_000)
        #expect(first.model.version?.contains("1000") == true)

        bench.clock.advance(.seconds(60))
        let second = try bench.resolve(bench.model(place))
        #expect(second.path == "notModified")
        #expect(second.model.digest == first.model.digest)
        #expect(second.model.checked == bench.clock.clock.now())
        #expect(bench.services.downloads == 1)

        let newer = modelBytes(12_345, seed: 2)
        bench.services.publish(newer)
        let third = try bench.resolve(bench.model(place))
        #expect(third.path == "downloaded")
        #expect(third.content == newer)
        #expect(third.model.version?.contains("1001") == true)
        // A run that is pinned to the first version still has it.
        #expect(try bench.store().version(first.model.digest, of: bench.model(place)).file == first.model.file)
        #expect(first.content == modelBytes(10_000))
        #expect(bench.services.downloads == 2)
        #expect(bench.services.violations == [])
    }

    @Test func `a pinned digest is downloaded once and never asked about again`() throws {
        let bench = try HostingBench()
        let digest = Digest(of: modelBytes(10_000).span)
        let model = HostedModel(.url(.init(address: bench.services.address, digest: digest)))
        #expect(try bench.resolve(model).path == "downloaded")
        bench.services.publish(modelBytes(500))
        let asked = bench.services.server.connections
        #expect(try bench.resolve(model).model.digest == digest)
        #expect(try bench.store().update(model).model.digest == digest)
        #expect(bench.services.server.connections == asked)
    }

    @Test func `an installation is kept, private, and made again once Firebase has forgotten it`() throws {
        let bench = try HostingBench()
        let model = bench.model(.firebaseML)
        _ = try bench.resolve(model)
        _ = try bench.resolve(model)
        #expect(bench.services.registrations == 1)
        let apps = bench.folder.appending("apps")
        let kept = try #require(Files.names(in: apps).first)
        #expect(Files.mode(apps.appending(kept)).map { $0 & 0o777 } == 0o600)

        // An hour before its end a token is renewed.
        bench.clock.advance(.seconds(604_800 - 3000))
        _ = try bench.resolve(model)
        #expect((bench.services.registrations, bench.services.renewals) == (1, 1))

        bench.services.fault(.forgottenInstallation, times: 1)
        #expect(try bench.resolve(model).path == "notModified")
        #expect(bench.services.registrations == 2)
        #expect(bench.services.violations == [])
    }

    @Test func `a property list gives project, key, app and bundle`() throws {
        let bench = try HostingBench()
        bench.services.restrict(to: "org.example.flowers")
        let plist = try bench.scratch.write("GoogleService-Info.plist", ModelServices.propertyList)
        var app = HostedModel.FirebaseApp()
        app.plist = plist
        let model = HostedModel(.firebaseML(.init(name: "flowers", app: app, endpoint: bench.services.url)))
        #expect(try bench.resolve(model).path == "downloaded")
        #expect(bench.services.violations == [])
    }

    @Test func `a property list gives the bucket`() throws {
        let bench = try HostingBench()
        var object = HostedModel.StoredObject(
            bucket: nil, object: ModelServices.object, access: .plain(.accessToken(.environment("TOKEN"))))
        object.app.plist = try bench.scratch.write("GoogleService-Info.plist", ModelServices.propertyList)
        object.endpoint = bench.services.url
        #expect(
            try bench.store().source(of: HostedModel(.storage(object))) == "gs://flower-bucket/models/flowers v1.tflite"
        )
        #expect(try bench.resolve(HostedModel(.storage(object))).path == "downloaded")
    }

    @Test func `what neither the manifest nor the property list says is named`() throws {
        let bench = try HostingBench()
        let model = HostedModel(.firebaseML(.init(name: "flowers", app: .init(), endpoint: bench.services.url)))
        let error = #expect(throws: HostingError.self) { try bench.resolve(model) }
        #expect(
            error?.description
                == "backend.hosted.firebaseML.project: it is missing, and backend.hosted.plist does not say PROJECT_ID "
                + "either")
    }
}
