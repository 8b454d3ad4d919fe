@testable import Backends
import Domain
import Platform
import Testing
import Services

/// What a backend's work reaches, and what of it needs the user's own word.
@Suite struct BackendReachTests {
    private typealias Address = BackendReach.Address
    private typealias SecretUse = BackendReach.SecretUse

    private func environment(_ variables: [String: String] = [:]) -> ProcessEnvironment {
        ProcessEnvironment(variables: variables, clock: Clock { Timestamp(milliseconds: 0) })
    }

    private func requirements(
        _ addresses: [String], _ secrets: [(source: String, isFile: Bool)] = [], programs: [String] = [],
        trusting entries: String = ""
    ) -> [String] {
        let reach = BackendReach(
            addresses: addresses.map { Address("a", $0) },
            secrets: secrets.map { SecretUse("s", $0.source, isFile: $0.isFile) }, programs: programs.map { [$0] })
        return StoreTrust(variables: [StoreTrust.variable: entries]).requirements(of: reach)
    }

    @Test(arguments: [
        "https://vision.googleapis.com", "https://eu-vision.googleapis.com/v1", "https://US-vision.googleapis.com:443",
        "https://oauth2.googleapis.com/token", "https://firebaseappcheck.googleapis.com", "http://127.0.0.1:8080",
        "http://localhost", "http://[::1]:9", "https://127.0.0.2", "http://127.1",
    ])
    func `this machine and the services that all customers share need no word`(address: String) {
        #expect(requirements([address], [("env:KEY", false)]) == [])
    }

    @Test(arguments: [
        "https://attacker.example", "https://vision.googleapis.com.attacker.example",
        "https://attacker.example/vision.googleapis.com", "https://vision.googleapis.com@attacker.example",
        "https://attacker.example#vision.googleapis.com", "https://xvision.googleapis.com",
        "https://storage.googleapis.com", "https://firebasestorage.googleapis.com", "https://run.app",
        "https://us-central1-p.cloudfunctions.net/f", "https://firebaseml.googleapis.com",
        "http://vision.googleapis.com", "https://127.0.0.1.attacker.example", "https://localhost.attacker.example",
        "https://128.0.0.1", "https://vision.googleapis.com\\@attacker.example", "vision.googleapis.com", "",
    ])
    func `another host needs it, and so does a secret that could go there`(address: String) {
        let wanted = requirements([address], [("env:KEY", false)])
        #expect(wanted.count == 2 && wanted.last == "env:KEY (s)", "\(wanted)")
        #expect(requirements(["https://vision.googleapis.com", address], [("env:KEY", false)]).last == "env:KEY (s)")
    }

    @Test func `a secret from a file always needs it`() {
        #expect(requirements(["https://vision.googleapis.com"], [("file:/k", true)]) == ["file:/k (s)"])
        #expect(requirements([], [("file:/k", true)], trusting: "attacker.example") == ["file:/k (s)"])
    }

    @Test func `hosts and absolute paths of programs may be trusted in every store, and nothing near them`() {
        let list = " Attacker.example ,/usr/bin/model,,run"
        #expect(requirements(["https://ATTACKER.example:8443/x"], [("env:KEY", false)], trusting: list) == [])
        #expect(requirements(["https://sub.attacker.example"], trusting: list).count == 1)
        #expect(requirements([], programs: ["/usr/bin/model"], trusting: list) == [])
        #expect(requirements([], programs: ["run"], trusting: list) == ["the program run (backend.run)"])
        #expect(requirements([], programs: ["/usr/bin/other"], trusting: list).count == 1)
    }

    @Test func `Vision is asked at its endpoint, with the secrets that the manifest names`() {
        var vision = VisionSettings(auth: .accessToken(.environment("TOKEN")))
        vision.endpoint = "https://attacker.example"
        #expect(
            BackendReach(of: .vision(vision), in: environment())
                == BackendReach(
                    addresses: [Address("backend.endpoint", "https://attacker.example")],
                    secrets: [SecretUse("backend.auth.accessToken", "env:TOKEN")]))
        vision.auth = .applicationDefault
        let named = environment(["GOOGLE_APPLICATION_CREDENTIALS": "/home/u/key.json"])
        #expect(
            BackendReach(of: .vision(vision), in: named).secrets
                == [SecretUse("backend.auth.adc", "Application Default Credentials")])
    }

    @Test func `a function's own host, its tokens' service and its user's file are named`() {
        var firebase = FirebaseSettings(
            project: "p", function: .named("f", region: "us-central1"),
            auth: .signIn(.anonymousUser(FilePath("/u")), webKey: .environment("KEY"), emulator: nil))
        firebase.appCheck = .exchange(
            AppCheck.TokenExchange(
                appID: "1:2:web:3", proof: .debugToken(.environment("PROOF")), webKey: .environment("KEY"),
                endpoint: "https://tokens.example"))
        let reach = BackendReach(of: .firebase(firebase), in: environment())
        #expect(
            reach.addresses == [
                Address("backend.function", "https://us-central1-p.cloudfunctions.net/f"),
                Address("backend.appCheck.endpoint", "https://tokens.example"),
            ])
        #expect(
            reach.secrets.map(\.source) == ["env:KEY", "file:/u", "env:KEY", "env:PROOF"], "\(reach.secrets)")
    }

    @Test func `a hosted model is named by its place, unless only the cache answers or the user names an emulator`() {
        var settings = TFLiteSettings(model: FilePath("/m.tflite"))
        #expect(BackendReach(of: .tflite(settings), in: environment()) == BackendReach())
        var hosted = HostedModel(
            .storage(HostedModel.StoredObject(bucket: "b", object: "m.tflite", access: .plain(.applicationDefault))))
        settings.hosted = hosted
        #expect(
            BackendReach(of: .tflite(settings), in: environment())
                == BackendReach(
                    addresses: [
                        Address("backend.hosted.storage", "https://storage.googleapis.com", name: "gs://b/m.tflite")
                    ], secrets: [SecretUse("backend.hosted.auth.adc", "Application Default Credentials")]))
        let emulated = environment(["STORAGE_EMULATOR_HOST": "storage.example:9199"])
        #expect(BackendReach(of: .tflite(settings), in: emulated).addresses == [])
        hosted.isOffline = true
        settings.hosted = hosted
        #expect(BackendReach(of: .tflite(settings), in: environment()) == BackendReach())
        settings.hosted = HostedModel(.url(HostedModel.PublishedFile(address: "https://example.org/m?key=1")))
        #expect(
            BackendReach(of: .tflite(settings), in: environment()).addresses.map(\.name) == [
                "https://example.org/m?..."
            ])
    }

    @Test func `a program of the user's own is named`() {
        let settings = CommandSettings(run: ["python3", "m.py"], folder: FilePath("/"))
        let reach = BackendReach(of: .command(settings), in: environment())
        #expect(reach == BackendReach(programs: [["python3", "m.py"]]))
    }
}
