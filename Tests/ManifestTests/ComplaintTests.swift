import Corpora
import Manifest
import Platform
import Testing

@Suite struct ComplaintTests {
    @Test func `everything that is wrong is said at once, in order, with its place`() {
        let text = """
            job: Old Town
            image: [{folder: p}]
            images:
              - glob: photos/[a-z.jpg
              - {gs: gs://bucket/a.jpg, url: https://example.org}
              - folder: ~/scans
              - url: ftp://example.org/a.jpg
            backend:
              kind: vision
              modle: builtin/stable
              endpoint: http://example.org
              auth:
                apiKey: AIzaSyA-very-secret
            features:
              - landmark_detection
              - type: LABEL_DETECTION
                maxResults: many
              - LABELS
              - {type: TEXT_DETECTION, maxResults: 3}
              - LABEL_DETECTION
            prepare: {fit: 640, quality: "85", metadata: Strip}
            budget: {day: {usd: 0.0000001}, week: {units: 5}}
            retry: {base: 5, cap: 1.5s}
            refresh: {failed: yes, older_than: 90d}
            """
        #expect(
            diagnostics(text) == [
                "1:6: job: expected a name of the characters a-z, 0-9, `.`, `_` and `-` that starts with a letter "
                    + "or a digit and is not a number, found \"Old Town\"; old-town would do",
                "2:1: image: unknown key; did you mean `images`?",
                "4:11: images[0].glob: a `[` that is never closed in the pattern \"photos/[a-z.jpg\"",
                "5:5: images[1]: expected exactly one of glob, folder, list, url, gs or sql, found url and gs",
                "6:13: images[2].folder: `~` is not expanded; write the whole path, or one relative to the manifest's "
                    + "folder",
                "7:10: images[3].url: expected an address such as https://example.org/a.jpg, found "
                    + "\"ftp://example.org/a.jpg\"",
                "10:3: backend.modle: unknown key; did you mean `model`?",
                "11:13: backend.endpoint: expected https (secrets are sent over plain http only to this machine), "
                    + "found \"http://example.org\"",
                "13:13: backend.auth.apiKey: expected env:NAME or file:PATH, the place of the secret, found a literal "
                    + "value; a secret is never written into a manifest",
                "15:5: features[0]: expected FACE_DETECTION, LANDMARK_DETECTION, LOGO_DETECTION, LABEL_DETECTION, "
                    + "TEXT_DETECTION, SAFE_SEARCH_DETECTION, IMAGE_PROPERTIES, CROP_HINTS, WEB_DETECTION, "
                    + "DOCUMENT_TEXT_DETECTION, PRODUCT_SEARCH or OBJECT_LOCALIZATION, found "
                    + "\"landmark_detection\"; did you mean `LANDMARK_DETECTION`?",
                "17:17: features[1].maxResults: expected a whole number from 1 to 1000, found \"many\"",
                "18:5: features[2]: expected FACE_DETECTION, LANDMARK_DETECTION, LOGO_DETECTION, LABEL_DETECTION, "
                    + "TEXT_DETECTION, SAFE_SEARCH_DETECTION, IMAGE_PROPERTIES, CROP_HINTS, WEB_DETECTION, "
                    + "DOCUMENT_TEXT_DETECTION, PRODUCT_SEARCH or OBJECT_LOCALIZATION, found \"LABELS\"; did you "
                    + "mean `LABEL_DETECTION`?",
                "19:40: features[3].maxResults: TEXT_DETECTION has no `maxResults`",
                "20:5: features[4]: LABEL_DETECTION is listed twice",
                "21:16: prepare.fit: expected a size such as 640x480, or `original`, found 640",
                "21:30: prepare.quality: expected a whole number from 1 to 100, found \"85\"; drop the quotes",
                "21:46: prepare.metadata: expected strip or keep, found \"Strip\"; did you mean `strip`?",
                "22:21: budget.day.usd: expected an amount in US dollars of at most 1000000000, with at most six "
                    + "decimals, such as 2.50, found 0.0000001",
                "22:33: budget.week: unknown key; known here: run, day, month",
                "23:15: retry.base: expected a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d, found 5; "
                    + "add a unit: 5s",
                "23:23: retry.cap: expected a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d, found "
                    + "\"1.5s\"",
                "24:19: refresh.failed: expected true or false, found \"yes\"; did you mean `true`?",
                "24:24: refresh.older_than: unknown key; did you mean `olderThan`?",
            ])
    }

    @Test(
        arguments: [
            ("", ["1:1: the manifest is empty; it needs at least `job`, `images` and `backend`"]),
            ("- job: x", ["1:1: expected a mapping with `job`, `images` and `backend`, found a list"]),
            ("just words", ["1:1: expected a mapping with `job`, `images` and `backend`, found a text"]),
            ("job: x\n---\njob: y", ["2:1: a second document starts here; write one job per file"]),
            ("job: x\njob: y", ["2:1: the key `job` is here for the second time; it was first at line 1, column 1"]),
            (
                "job: j",
                [
                    "1:1: `backend` is missing, such as `backend: {kind: tflite, model: model.tflite}`",
                    "1:1: `images` is missing, such as `images: [{folder: photos}]`",
                ]
            ),
            (
                manifest("{kind: vison}"),
                [
                    "1:1: `features` is missing, such as `features: [LANDMARK_DETECTION, LABEL_DETECTION]`",
                    "3:10: backend: `auth` is missing, such as `auth: {apiKey: env:GOOGLE_API_KEY}`",
                    "3:17: backend.kind: expected vision, firebase, tflite, automl, tesseract or command, found "
                        + "\"vison\"; did you mean `vision`?",
                ]
            ),
            (
                manifest(tflite, "prepare: {fit: 640x480}"),
                [
                    "4:10: prepare: a local model's pictures are made ready as its input says, and "
                        + "nothing is sent; use backend.input.fit"
                ]
            ),
            (
                manifest(vision, features: "[LABEL_DETECTION]", "limits: {picture: 5m}"),
                [
                    "5:19: limits.picture: no model works on this machine; `retry.timeout` limits what a request to a "
                        + "service takes"
                ]
            ),
            (
                manifest(tflite, "retry:"),
                ["4:7: retry: expected a mapping such as {attempts: 5, base: 1s}, found nothing"]
            ),
            (
                manifest(tflite, images: "[{gs: gs://b/a}]"),
                [
                    "2:15: images[0].gs: only the vision backend takes images out of Cloud Storage; "
                        + "download them for tflite"
                ]
            ),
            (
                manifest(vision, features: "[TEXT_DETECTION, DOCUMENT_TEXT_DETECTION]"),
                [
                    "4:11: features: TEXT_DETECTION and DOCUMENT_TEXT_DETECTION give one result, the document's, and "
                        + "how the pair is billed is not said; ask for one of them"
                ]
            ),
            (
                manifest("{kind: tflite, model: m, output: {meaning: detection}}", features: "[LABEL_DETECTION]"),
                [
                    "4:12: features[0]: a model whose output means detection gives OBJECT_LOCALIZATION, and not "
                        + "LABEL_DETECTION"
                ]
            ),
            (
                manifest("{kind: tflite, model: m, input: {mean: [1, x, 3]}}"),
                ["3:53: backend.input.mean[1]: expected a number, found \"x\""]
            ),
            (
                manifest("{kind: vision, model: builtin/weekly, auth: {adc: true}}", features: "[TEXT_DETECTION]"),
                [
                    "3:32: backend.model: expected builtin/stable or builtin/latest, found \"builtin/weekly\"; the "
                        + "weekly model is for text alone; set it on the feature"
                ]
            ),
            (
                manifest(vision),
                ["1:1: `features` is missing, such as `features: [LANDMARK_DETECTION, LABEL_DETECTION]`"]
            ),
            (
                firebase("function: f", auth: "webKey: env:K, anonymous: true, userfile: a"),
                ["3:91: backend.auth.userfile: unknown key; did you mean `userFile`?"]
            ),
            (
                firebase("function: f", auth: "webKey: env:K, anonymous: true, userFile: 'file:.cairn-user'"),
                [
                    "3:101: backend.auth.userFile: expected a file for Cairn to keep the user in, such as .cairn-user, "
                        + "found a text; write the path alone: .cairn-user"
                ]
            ),
            (
                firebase("function: f, appCheck: {appID: '1:2:web:a', debugTokn: env:D}", auth: "idToken: env:T"),
                [
                    "3:62: backend.appCheck: `webKey` is missing, such as `webKey: env:FIREBASE_WEB_KEY`; with "
                        + "`idToken`, backend.auth has none",
                    "3:62: backend.appCheck: expected exactly one of customToken or debugToken",
                    "3:63: backend.appCheck.appID: unknown key; did you mean `appId`?",
                    "3:83: backend.appCheck.debugTokn: unknown key; did you mean `debugToken`?",
                ]
            ),
            (
                "job: 2024\nimages: [{folder: p}]\nbackend: \(tflite)",
                [
                    "1:6: job: expected a name of the characters a-z, 0-9, `.`, `_` and "
                        + "`-` that starts with a letter or a digit and is not a number, found 2024; job-2024 would do"
                ]
            ),
        ] as [(String, [String])])
    func `a diagnostic says what was expected, what was found, and what to do`(text: String, expected: [String]) {
        #expect(diagnostics(text) == expected)
    }

    @Test(arguments: [
        visionWith("auth: {adc: true}, endpoint: 'https://ann:hunter2@example.org'"),
        visionWith("auth: {adc: true}, endpoint: 'http://example.org/?key=hunter2'"),
        manifest(tflite, images: "[{url: 'https://ann:hunter2@example.org/a'}]"),
        visionWith("auth: {apiKey: hunter2}"), visionWith("auth: hunter2"), visionWith("auth: {adc: hunter2}"),
        visionWith("auth: {serviceAccount: 'file:~hunter2'}"), visionWith("auth: {apiKey: 'env:hunter2!'}"),
        visionWith("auth: {apiKey: [hunter2]}"), firebase("function: f", auth: "webKey: hunter2, anonymous: hunter2"),
        firebase("function: f", auth: "webKey: env:K, anonymous: true, emulator: hunter2"),
        firebase("function: f, appCheck: hunter2", auth: "idToken: hunter2"),
        firebase("function: f, appCheck: [hunter2]", auth: "idToken: env:T"),
        firebase("function: f, appCheck: {appId: hunter2, debugToken: hunter2}", auth: "idToken: env:T"),
        firebase("function: f, appCheck: {customToken: hunter2, webKey: hunter2}", auth: "idToken: env:T"),
        hosted("firebaseML: {project: p, name: n, appId: 1:2:ios:a, apiKey: hunter2}"),
        hosted("storage: gs://b/m, auth: {apiKey: hunter2}"), hosted("storage: gs://b/m, appCheck: hunter2"),
        hosted("storage: gs://b/m, auth: {webKey: hunter2, anonymous: true}"),
        hosted("url: 'http://example.org/m?key=hunter2'"), hosted("url: 'https://ann:hunter2@example.org/m'"),
    ])
    func `no diagnostic shows what may be a secret`(text: String) {
        let found = diagnostics(text)
        #expect(!found.isEmpty)
        #expect(!found.joined().contains("hunter2"), "\(found)")
    }

    @Test(arguments: [100, 101, 5000]) func `no more than a hundred are said, and the rest is counted`(count: Int) {
        let keys = (0..<count).map { "backnd\($0): 1\n" }.joined()
        let found = diagnostics(manifest(tflite, keys))
        #expect(found.count == min(count, 101), "\(found.count)")
        #expect(found.first == "4:1: backnd0: unknown key; did you mean `backend`?")
        if count > 100 {
            #expect(found.last == "103:1: and \(count - 100) more complaints; correct these first")
        }
        let listed = (0..<count).map { "LABEL_DETECTOR\($0)" }.joined(separator: ", ")
        #expect(diagnostics(manifest(vision, features: "[\(listed)]")).count == min(count, 101))
    }

    @Test func `bytes that are no text are refused with their place`() {
        do throws(ManifestError) {
            _ = try read(bytes: Array("job: x\nimages: ".utf8) + [0xFF])
            Issue.record("taken")
        } catch {
            #expect(error.description == "night/job.yaml:2:9: this is not UTF-8; save the file in that encoding")
        }
    }

    @Test(arguments: [
        ("backnd", "backend"), ("Backend", "backend"), ("back_end", "backend"), ("imgaes", "images"),
        ("feature", "features"),
        ("budgets", "budget"), ("limit", "limits"), ("re-fresh", "refresh"),
    ])
    func `a key that is nearly right is recognized`(word: String, meant: String) {
        #expect(diagnostics(manifest(tflite, "\(word): 1")) == ["4:1: \(word): unknown key; did you mean `\(meant)`?"])
    }

    @Test func `a key of any length and any characters is complained about on one line`() {
        let found = diagnostics(manifest(tflite, "\"a\\e[31m\\n\(String(repeating: "x", count: 900))\": 1"))
        #expect(found.count == 1)
        #expect((found.first ?? "").unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect((found.first ?? "").count < 400)
    }

    @Test func `an account with capitals, which would have caps of its own, is refused with its right spelling`() {
        for (text, place) in [
            (visionWith("auth: {adc: true}, account: My-Project"), "backend.account"),
            (firebase("url: 'https://a/f', account: My-Project", auth: "idToken: env:T"), "backend.account"),
            (
                manifest(
                    "{kind: firebase, project: My-Project, url: 'https://a/f', auth: {idToken: env:T}}",
                    features: "[LABEL_DETECTION]"), "backend.project"
            ),
        ] {
            let found = diagnostics(text)
            let words =
                "expected a project's id without capitals, such as my-project, found \"My-Project\"; write my-project"
            #expect(found.count == 1 && found.first?.hasSuffix("\(place): \(words)") == true, "\(found)")
        }
        #expect(diagnostics(visionWith("auth: {adc: true}, account: example.com:my-project")).isEmpty)
    }
}
