import Corpora
import Crypto
import Manifest
import Platform
import TestSupport
import Testing
import Domain

@Suite struct ReaderTests {
    @Test func `a full Vision job is read to the last setting`() throws {
        let job = try read(designExample)
        #expect(job.name == "old-town")
        #expect(job.directory == FilePath("/home/ann/night"))
        #expect(
            job.images == [
                .glob("photos/**/*.jpg"), .folder(FilePath("/home/ann/night/scans")),
                .list(FilePath("/home/ann/night/more.txt")), .url("https://example.org/a.jpg"),
                .gs("gs://bucket/a.jpg"),
            ])
        let query = "[{sql: SELECT 1, from: [b, a], keep: true}]"
        #expect(
            try read(manifest(tflite, images: query)).images
                == [.sql(ImageQuery("SELECT 1", from: ["b", "a"], keeps: true))])
        #expect(
            try read(manifest(tflite, images: "[{sql: SELECT 1, from: [a]}]")).images
                == [.sql(ImageQuery("SELECT 1", from: ["a"]))])
        #expect(job.exclude == ["**/.thumbs/**"])
        var settings = VisionSettings(auth: .apiKey(.environment("GOOGLE_API_KEY")))
        settings.account = "my-project"
        #expect(job.backend == .vision(settings))
        #expect(job.backend.kind == .vision)
        #expect(
            job.features == [
                Feature(type: .landmarkDetection, maxResults: 5), Feature(type: .labelDetection, maxResults: 10),
            ])
        #expect(job.prepare.fit == .box(Size(width: 640, height: 480)))
        #expect(job.prepare.quality == 85)
        #expect(job.prepare.metadata == .strip)
        #expect(job.budget.run == Budget.Cap(units: 500))
        #expect(job.budget.day == Budget.Cap(microDollars: 2_000_000))
        #expect(job.budget.month == Budget.Cap(units: 20_000, microDollars: 30_000_000))
        #expect(job.pace.requestsPerMinute == 1800)
        #expect(job.pace.inFlight == 16)
        #expect(job.retry == RetryPolicy())
        #expect(job.refresh.olderThan == TimeSpan(milliseconds: 90 * 86_400_000))
        #expect(job.refresh.failed)
        #expect(job.limits.pixels == 200_000_000)
        #expect(job.limits.memory == 512_000_000)
        #expect(job.source == designExample)
        #expect(job.digest == Digest(of: designExample))
    }

    @Test func `a Firebase backend is read to the last setting`() throws {
        let function = FirebaseSettings.Function.named("annotateImage", region: "us-central1")
        let auth = FirebaseAuth.signIn(
            .password(email: .environment("FIREBASE_EMAIL"), password: .environment("FIREBASE_PASSWORD")),
            webKey: .environment("FIREBASE_WEB_KEY"), emulator: "127.0.0.1:9099")
        var settings = FirebaseSettings(project: "my-project", function: function, auth: auth)
        settings.account = "bills"
        settings.appCheck = .token(.environment("APP_CHECK_TOKEN"))
        #expect(try read(firebaseExample).backend == .firebase(settings))
    }

    @Test func `a TensorFlow Lite backend is read to the last setting`() throws {
        let folder = FilePath("/home/ann/night/models")
        var settings = TFLiteSettings(model: folder.appending("flowers.tflite"))
        var app = HostedModel.FirebaseApp()
        app.project = "my-project"
        app.appID = "1:1234567890:ios:0123456789abcdef"
        app.apiKey = .environment("FIREBASE_API_KEY")
        app.bundleID = "org.example.flowers"
        var hosted = HostedModel(
            .firebaseML(.init(name: "flowers", app: app, endpoint: "https://firebaseml.googleapis.com")))
        hosted.when = .missing
        hosted.isOffline = true
        hosted.window = DailyWindow(start: 60, end: 300)
        hosted.rate = 2_000_000
        settings.hosted = hosted
        settings.labels = folder.appending("labels.txt")
        settings.input.type = .float32
        settings.input.dimensions = [1, 224, 224, 3]
        settings.input.mean = [127.5]
        settings.input.std = [127.5, 128, 100]
        settings.input.fit = .stretch
        settings.output.type = .float32
        settings.output.dimensions = [1, 1000]
        settings.output.meaning = .classification
        settings.threshold = 0.3
        settings.maxResults = 5
        let job = try read(tfliteExample)
        #expect(job.backend == .tflite(settings))
        #expect(job.features == [Feature(type: .labelDetection)])
    }

    @Test func `a manifest says after how many crashes an image is quarantined`() throws {
        #expect(try read(manifest(tflite, "retry: {crashes: 7}")).retry.crashes == 7)
    }

    @Test func `a manifest says how many nights ask a failure again that may pass, none among them`() throws {
        for nights in [0, 100] {
            #expect(try read(manifest(tflite, "retry: {nights: \(nights)}")).retry.nights == nights)
        }
    }

    @Test func `what a manifest leaves out has its default`() throws {
        let job = try read(manifest(tflite))
        #expect(job.features == [])
        #expect(job.retry.attempts == 5)
        #expect(job.retry.base == .seconds(1))
        #expect(job.retry.cap == .seconds(60))
        #expect(job.retry.timeout == .seconds(60))
        #expect(job.retry.crashes == 3 && job.retry.nights == 5)
        #expect(job.limits.pixels == 200_000_000)
        #expect(job.limits.picture == .seconds(300))
        #expect(job.prepare == Prepare())
        #expect(job.budget == Budget())
        #expect(try read(manifest("{kind: automl, manifest: m}")).features == [])
        #expect(try read(manifest("{kind: tesseract}")).features == [Feature(type: .textDetection)])
        #expect(try read(manifest("{kind: tesseract}")).backend == .tesseract(TesseractSettings()))
        var text = TesseractSettings()
        (text.languages, text.psm, text.whitelist) = (["deu", "eng"], 11, "0123")
        (text.timeout, text.symbols) = (.seconds(5), true)
        let settings = "languages: [deu, eng], psm: 11, whitelist: '0123', timeout: 5s, symbols: true"
        #expect(try read(manifest("{kind: tesseract, \(settings)}")).backend == .tesseract(text))
        #expect(try read(manifest(vision, features: "[CROP_HINTS]")).features == [Feature(type: .cropHints)])
    }

    @Test func `the other ways of signing in are read`() throws {
        let cases: [(String, FirebaseAuth)] = [
            ("idToken: env:T", .idToken(.environment("T"))),
            ("webKey: env:K, anonymous: true", .signIn(.anonymous, webKey: .environment("K"), emulator: nil)),
            (
                "webKey: env:K, anonymous: true, userFile: .cairn-user",
                .signIn(
                    .anonymousUser(FilePath("/home/ann/night/.cairn-user")), webKey: .environment("K"), emulator: nil)
            ),
            (
                "webKey: env:K, customToken: file:t",
                .signIn(.customToken(.file(FilePath("/home/ann/night/t"))), webKey: .environment("K"), emulator: nil)
            ),
            (
                "webKey: env:K, refreshToken: file:/t",
                .signIn(.refreshToken(.file(FilePath("/t"))), webKey: .environment("K"), emulator: nil)
            ),
        ]
        for (text, auth) in cases {
            guard case .firebase(let settings) = try read(firebase("url: 'https://a/f/'", auth: text)).backend else {
                Issue.record("\(text) is no Firebase backend")
                continue
            }
            #expect(settings.auth == auth)
            #expect(settings.function == .url("https://a/f"))
        }
    }

    @Test func `the ways to App Check tokens are read`() throws {
        let signedIn = "webKey: env:K, anonymous: true"
        let exchange = AppCheck.TokenExchange(
            appID: "1:2:web:a", proof: .debugToken(.environment("D")), webKey: .environment("K"))
        var custom = exchange
        custom.proof = .customToken(.file(FilePath("/home/ann/night/t")))
        custom.webKey = .environment("W")
        custom.endpoint = "http://127.0.0.1:1"
        for (text, auth, appCheck) in [
            ("file:t", signedIn, AppCheck.token(.file(FilePath("/home/ann/night/t")))),
            ("{appId: 1:2:web:a, debugToken: env:D}", signedIn, .exchange(exchange)),
            (
                "{appId: '1:2:web:a', customToken: 'file:t', webKey: env:W, endpoint: 'http://127.0.0.1:1/'}",
                "idToken: env:T", .exchange(custom)
            ),
        ] {
            let job = try read(firebase("function: f, appCheck: \(text)", auth: auth))
            guard case .firebase(let settings) = job.backend else { preconditionFailure("another backend") }
            #expect(settings.appCheck == appCheck)
        }
    }

    @Test func `feature parameters are read`() throws {
        let text =
            "{type: TEXT_DETECTION, languageHints: [en], enableTextDetectionConfidenceScore: true, "
            + "advancedOcrOptions: [legacy_layout], model: builtin/weekly, symbols: true}"
        var feature = Feature(type: .textDetection)
        feature.languageHints = ["en"]
        feature.enableTextDetectionConfidenceScore = true
        feature.advancedOcrOptions = ["legacy_layout"]
        feature.model = .weekly
        feature.symbols = true
        #expect(try read(manifest(vision, features: "[\(text)]")).features == [feature])
        var crops = Feature(type: .cropHints)
        crops.aspectRatios = [1, 1.5]
        #expect(
            try read(manifest(vision, features: "[{type: CROP_HINTS, aspectRatios: [1, 1.5]}]")).features == [crops])
        let search =
            "{productSet: projects/p/locations/l/productSets/s, productCategories: [c], filter: f, "
            + "boundingPoly: {normalizedVertices: [{x: 0, y: 0}, {x: 1, y: 0.5}, {x: 1, y: 1}]}}"
        let product = try read(manifest(vision, features: "[{type: PRODUCT_SEARCH, productSearch: \(search)}]"))
            .features[0]
        #expect(product.maxResults == 10)
        #expect(product.productSearch?.filter == "f")
        #expect(product.productSearch?.boundingPoly == [Point(x: 0, y: 0), Point(x: 1, y: 0.5), Point(x: 1, y: 1)])
    }

    @Test(
        arguments: [
            ("2.00", 2_000_000), ("0.1", 100_000), ("0.000001", 1), ("1e-6", 1), ("1e3", 1_000_000_000),
            ("7", 7_000_000),
            ("1000000000", 1_000_000_000_000_000), (".5", 500_000), ("+5.", 5_000_000), ("0.0000010", 1), ("0e9", 0),
            ("0.0", 0),
        ] as [(String, Int64)])
    func `money is read to the millionth of a dollar`(text: String, expected: Int64) throws {
        #expect(try read(manifest(tflite, "budget: {run: {usd: \(text)}}")).budget.run?.microDollars == expected)
    }

    @Test(arguments: [
        "0.0000001", "1000000001", "1e10", "-1", "-0.5", ".inf", ".nan", "1e-9", "0x10", "1e400", "'5'", "1,5",
    ])
    func `money that is none is refused`(text: String) {
        #expect(diagnostics(manifest(tflite, "budget: {run: {usd: \(text)}}")).count == 1)
    }

    @Test(
        arguments: [("250ms", 250), ("30s", 30_000), ("5m", 300_000), ("12h", 43_200_000), ("90d", 7_776_000_000)]
            as [(String, Int64)])
    func `lengths of time have units`(text: String, milliseconds: Int64) throws {
        #expect(try read(manifest(tflite, "retry: {timeout: \(text)}")).retry.timeout.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("scans", "/home/ann/night/scans"), ("./scans/", "/home/ann/night/scans"), ("/data//x", "/data/x"),
        ("../x", "/home/ann/x"), (".", "/home/ann/night"),
    ])
    func `paths start from the manifest's folder`(text: String, expected: String) throws {
        #expect(try read(manifest(tflite, images: "[{folder: '\(text)'}]")).images == [.folder(FilePath(expected))])
    }

    @Test func `a manifest in the root, by its whole name, has the root as its folder`() throws {
        let bytes = Array(manifest(tflite, images: "[{folder: p}]").utf8)
        let job = try ManifestReader.read(bytes, file: FilePath("/j.yaml"), workingDirectory: FilePath("/x"))
        #expect(job.images == [.folder(FilePath("/p"))])
    }

    @Test func `a first wait above the usual cap raises the cap`() throws {
        #expect(try read(manifest(tflite, "retry: {base: 5m}")).retry.cap == .seconds(300))
    }

    @Test func `standard input is a source`() throws {
        #expect(try read(manifest(tflite, images: "[{list: '-'}]")).images == [.standardInput])
    }
}
