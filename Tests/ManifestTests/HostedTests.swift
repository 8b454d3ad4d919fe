import Corpora
import Crypto
import Domain
import Manifest
import Platform
import Testing

@Suite("The reader of hosted models") struct HostedTests {
    private func model(_ settings: String) throws -> HostedModel {
        guard case .tflite(let backend) = try read(hosted(settings)).backend else { throw Missing() }
        return try #require(backend.hosted)
    }

    @Test func `an object of Cloud Storage is read with who asks for it`() throws {
        guard case .storage(let plain) = try model("storage: gs://bucket/models/flowers.tflite").source else {
            throw Missing()
        }
        #expect(plain == .init(bucket: "bucket", object: "models/flowers.tflite", access: .plain(nil)))
        guard case .storage(let google) = try model("storage: gs://b/m, auth: {adc: true}").source else {
            throw Missing()
        }
        #expect(google.access == .plain(.applicationDefault))
        let user = FirebaseAuth.signIn(.anonymous, webKey: .environment("K"), emulator: nil)
        let asked = try model("storage: gs://b/m, auth: {webKey: env:K, anonymous: true}, appCheck: env:T")
        guard case .storage(let firebase) = asked.source else { throw Missing() }
        #expect(firebase.access == .firebase(user, appCheck: .token(.environment("T"))))
        guard case .storage(let listed) = try model("storage: m.tflite, plist: app.plist").source else {
            throw Missing()
        }
        #expect(listed.bucket == nil && listed.object == "m.tflite" && listed.access == .firebase(nil, appCheck: nil))
        #expect(listed.app.plist == FilePath("/home/ann/night/app.plist"))
    }

    @Test func `an address is read with the digest that its file must have`() throws {
        let found = try model("url: 'https://example.org/m.tflite?v=2', sha256: \(digest.uppercased())")
        #expect(
            found.source
                == .url(.init(address: "https://example.org/m.tflite?v=2", digest: Crypto.Digest(of: "abc"))))
        #expect(found.when == .changed && !found.isOffline && found.window == nil && found.rate == nil)
    }

    @Test func `a property list says all of an app of Firebase ML but the model's name`() throws {
        guard case .firebaseML(let found) = try model("firebaseML: {name: flowers}, plist: app.plist").source else {
            throw Missing()
        }
        var app = HostedModel.FirebaseApp()
        app.plist = FilePath("/home/ann/night/app.plist")
        #expect(found == .init(name: "flowers", app: app))
    }

    @Test func `the model file beside a hosted model may be left out`() throws {
        guard case .tflite(let alone) = try read(hosted("url: 'https://a/models/m.tflite?key=x'")).backend,
            case .tflite(let both) = try read(
                manifest("{kind: tflite, model: m.tflite, hosted: {storage: gs://b/m}}")
            ).backend
        else { throw Missing() }
        #expect(!alone.isBundled && alone.model == FilePath("m.tflite"))
        #expect(both.isBundled && both.model == FilePath("/home/ann/night/m.tflite"))
    }

    @Test(arguments: [
        ("storage: gs://b/models/m.tflite", "gs://b/models/m.tflite"), ("url: 'https://a/m?key=x'", "https://a/m?..."),
        ("firebaseML: {name: n, project: p, appId: 1:2:ios:a, apiKey: env:K}", "firebaseml://p/n"),
    ])
    func `a hosted model's name tells its place and no secret`(settings: String, name: String) throws {
        #expect(try model(settings).name() == name)
    }

    @Test(arguments: [
        ("", "3:33: backend.hosted: expected exactly one of storage, url or firebaseML"),
        (
            "url: 'https://a/m', storage: gs://b/m",
            "3:33: backend.hosted: expected exactly one of storage, url or firebaseML, found storage and url"
        ),
        ("strage: gs://b/m", "3:34: backend.hosted.strage: unknown key; did you mean `storage`?"),
        (
            "firebaseML: {name: n, project: p, apiKey: env:K}",
            "3:46: backend.hosted.firebaseML: `appId` is missing, such as "
                + "`appId: \"1:1234567890:ios:0123456789abcdef\"`; or give "
                + "`plist: GoogleService-Info.plist`, which says it, beside firebaseML"
        ),
        (
            "storage: gs://b/m, when: missng",
            "3:59: backend.hosted.when: expected missing, changed, always or background, found \"missng\"; did you "
                + "mean `missing`?"
        ),
        (
            "storage: gs://b/m, rate: 2MBs",
            "3:59: backend.hosted.rate: expected a rate such as 500kB/s or 2MB/s, found \"2MBs\"; did you mean `2MB/s`?"
        ),
        (
            "storage: gs://b/m, auth: {emial: env:E}",
            "3:60: backend.hosted.auth.emial: unknown key; did you mean `email`?"
        ),
        (
            "firebaseML: {name: n}, plist: p, auth: {adc: true}",
            "3:73: backend.hosted.auth: `auth` goes with `storage`, not with `firebaseML`"
        ),
        (
            "storage: gs://b/m, auth: {webKey: env:K, anonymous: true, userFile: .user}",
            "3:33: backend.hosted: `project` is missing, such as `project: my-project`; a `userFile` and App Check "
                + "tokens belong to a project; or give `plist: GoogleService-Info.plist`, which says it"
        ),
        (
            "storage: gs://b/m, appCheck: {appId: '1:2:web:a', debugToken: env:D, webKey: env:W}",
            "3:33: backend.hosted: `project` is missing, such as `project: my-project`; a `userFile` and App Check "
                + "tokens belong to a project; or give `plist: GoogleService-Info.plist`, which says it"
        ),
        (
            "storage: gs://b/m, auth: {adc: true}, project: p",
            "3:81: backend.hosted.project: `project` goes with a `userFile`, or with an `appCheck` that asks for "
                + "tokens; leave it out"
        ),
        (
            "storage: m, plist: l, appCheck: {appId: '1:2:web:a', debugToken: env:D, webKey: env:W, limitedUse: true}",
            "3:133: backend.hosted.appCheck.limitedUse: a function can take a token once, and Cloud Storage does not; "
                + "leave it out"
        ),
        (
            "url: 'http://example.org/m'",
            "3:39: backend.hosted.url: expected an address such as https://example.org/models/flowers.tflite, found "
                + "plain http, which is for this machine alone: what is downloaded is run"
        ),
        (
            "url: 'https://ann:secret@example.org/m'",
            "3:39: backend.hosted.url: expected an address such as https://example.org/models/flowers.tflite, without "
                + "a user's name or password, which would be kept in every store, found a text"
        ),
        (
            "url: m.tflite",
            "3:39: backend.hosted.url: expected an address such as https://example.org/models/flowers.tflite, found "
                + "\"m.tflite\""
        ),
    ])
    func `a mistake is told with its place and the next step`(settings: String, words: String) {
        #expect(diagnostics(hosted(settings)) == ["night/job.yaml:\(words)"].map { String($0.dropFirst(15)) })
    }

    @Test(arguments: [
        ("https://ann:secret@example.org/m.tflite", "`hosted: {url: https://example.org/models/flowers.tflite}`"),
        ("http://127.0.0.1/m.tflite", "`hosted: {url: https://example.org/models/flowers.tflite}`"),
        ("gs://a/m.tflite", "`hosted: {storage: gs://bucket/models/flowers.tflite}`"),
    ])
    func `an address in the place of a model's path is answered with the key that takes it`(
        address: String, words: String
    ) {
        for kind in ["tflite", "automl"] {
            let found = diagnostics(manifest("{kind: \(kind), model: '\(address)'}"))
            #expect(found.count == 1 && found[0].contains(words) && !found[0].contains("secret"), "\(found)")
        }
    }

    @Test func `a number in the place of a feed is answered with its mapping`() {
        let found = diagnostics(manifest("{kind: tflite, model: m, inputs: [{index: 0, feed: 0.5}]}"))
        #expect(found.count == 1 && found[0].contains("write {value: 0.5}"), "\(found)")
    }

    private struct Missing: Error {}
}
