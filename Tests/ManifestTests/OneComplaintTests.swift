import Corpora
import Glibc
import Manifest
import Platform
import TestSupport
import Testing
import Domain

/// One mistake is one complaint, and hides no other one.
@Suite struct OneComplaintTests {
    @Test func `a number of days without a unit is completed with days`() {
        #expect(
            diagnostics(manifest(tflite, "refresh: {olderThan: 90}")) == [
                "4:22: refresh.olderThan: expected a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d, found "
                    + "90; add a unit: 90d"
            ])
    }

    @Test(
        arguments: [
            ("[../photos]", "write \"folder: ../photos\""), ("['a/*.jpg']", "write \"glob: a/*.jpg\""),
            ("[a.JPG]", "write \"glob: a.JPG\""), ("[more.txt]", "write \"list: more.txt\""),
            ("['-']", "write \"list: -\""), ("['https://a/b.jpg']", "write \"url: https://a/b.jpg\""),
            ("['gs://b/a.jpg']", "write \"gs: gs://b/a.jpg\""),
        ])
    func `a source without a key is shown with its key`(images: String, message: String) {
        #expect(diagnostics(manifest(tflite, images: images)) == ["2:10: images[0]: \(message)"])
    }

    @Test(
        arguments: [
            ("folder: 'https://a/b'", "folder: a folder is on this machine; write \"url: https://a/b\""),
            (
                "folder: $HOME/p",
                "folder: variables of a shell are not expanded; write the whole path, or one relative to the "
                    + "manifest's folder; a name that begins with $ is written ./$HOME/p"
            ),
            (
                "list: 'a/${B}.txt'",
                "list: variables of a shell are not expanded; write the whole path, or one relative to the "
                    + "manifest's folder"
            ),
        ])
    func `a path that is none has what was meant named`(source: String, message: String) throws {
        let found = try #require(diagnostics(manifest(tflite, images: "[{\(source)}]")).first)
        #expect(found.hasSuffix("images[0].\(message)"), "\(found)")
    }

    @Test func `a misspelt kind hides nothing below it`() {
        let text = """
            job: j
            images: [{lst: a.txt}]
            backend:
              kind: vison
              acount: bill
              auth: {apiKey: AIzaSyA-very-secret}
            """
        #expect(
            diagnostics(text) == [
                "1:1: `features` is missing, such as `features: [LANDMARK_DETECTION, LABEL_DETECTION]`",
                "2:11: images[0].lst: unknown key; did you mean `list`?",
                "4:9: backend.kind: expected vision, firebase, tflite, automl, tesseract or command, found \"vison\"; "
                    + "did you mean `vision`?",
                "5:3: backend.acount: unknown key; did you mean `account`?",
                "6:18: backend.auth.apiKey: expected env:NAME or file:PATH, the place of the secret, found a literal "
                    + "value; a secret is never written into a manifest",
            ])
    }

    @Test func `a misspelt key that must be there is not missing, too`() {
        #expect(
            diagnostics(
                "job: j\nimages: [{folder: p}]\nbackend: {kind: vision, auth: {adc: true}}\nfeatuers: [LABEL_DETECTION]"
            ) == [
                "4:1: featuers: unknown key; did you mean `features`?"
            ])
    }

    @Test func `a kind that is near none still has its keys looked at`() {
        #expect(
            diagnostics(manifest("{kind: banana, modle: m, auth: {apiKey: AIzaSy, adc: true}}")) == [
                "3:17: backend.kind: expected vision, firebase, tflite, automl, tesseract or command, found \"banana\"",
                "3:25: backend.modle: unknown key; did you mean `model`?",
                "3:50: backend.auth.apiKey: expected env:NAME or file:PATH, the place of the secret, found a literal "
                    + "value; a secret is never written into a manifest",
            ])
    }

    @Test func `a merge key is said to be none, once, with what to write`() {
        let text = """
            job: j
            images: [{folder: p}]
            x-base: &base {kind: tflite, model: m}
            backend:
              <<: *base
              labels: l.txt
            """
        #expect(
            diagnostics(text) == [
                "5:3: backend.<<: Cairn does not support merge keys; write the keys of the other mapping out here, or "
                    + "take the whole of it with an alias, such as `backend: *name`"
            ])
    }

    @Test func `a parameter that a feature has not is not read`() {
        #expect(
            diagnostics(manifest(vision, features: "[{type: TEXT_DETECTION, maxResults: many}]")) == [
                "4:47: features[0].maxResults: TEXT_DETECTION has no `maxResults`"
            ])
        #expect(diagnostics(manifest(tflite, "prepare: {fit: 640}")).count == 1)
    }

    @Test func `keys that begin with x- are a place for anchors, at the top alone`() {
        #expect(diagnostics(manifest(tflite, "x-mine: [1, {a: b}]")) == [])
        #expect(
            diagnostics(manifest("{kind: tflite, model: m, x-mine: 1}")) == [
                "3:35: backend.x-mine: unknown key; known here: kind, model, hosted, labels, input, inputs, output, "
                    + "outputs, ignore, threshold, maxResults"
            ])
    }

    @Test func `an own address and an account make a Firebase project needless`() throws {
        let auth = "auth: {idToken: env:T}"
        let url = "url: 'https://a/f'"
        #expect(
            diagnostics(manifest("{kind: firebase, \(url), account: bill, \(auth)}", features: "[LABEL_DETECTION]"))
                == [])
        #expect(
            diagnostics(manifest("{kind: firebase, \(url), \(auth)}", features: "[LABEL_DETECTION]")) == [
                "3:10: backend: `project` or `account` is missing, such as `account: my-project`; it says whose bill "
                    + "it is"
            ])
        #expect(
            diagnostics(
                manifest("{kind: firebase, function: f, account: bill, \(auth)}", features: "[LABEL_DETECTION]")) == [
                    "3:10: backend: `project` is missing, such as `project: my-project`"
                ])
    }

    @Test func `a path is written without the folders it leaves again, unless one is a link`() throws {
        let folder = try Scratch()
        try Files.makeFolder(folder.path.appending("real"))
        try Files.makeFolder(folder.path.appending("real/deep"))
        Files.call(folder.path.appending("link")) { _ = symlink("real/deep", $0) }
        func model(_ path: String) throws -> FilePath? {
            let text = manifest("{kind: tflite, model: \(path)}")
            let job = try ManifestReader.read(
                Array(text.utf8), file: FilePath("j.yaml"), workingDirectory: folder.path)
            guard case .tflite(let settings) = job.backend else { return nil }
            return settings.model
        }
        #expect(try model("real/../m.tflite") == folder.path.appending("m.tflite"))
        #expect(try model("../m.tflite") == folder.path.directory.appending("m.tflite"))
        #expect(try model("link/../m.tflite") == folder.path.appending("link/../m.tflite"))
    }
}
