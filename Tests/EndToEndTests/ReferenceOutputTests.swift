import Platform
import TestSupport
import Testing

/// What docs/reference.md says of `--json` and of metrics is what the program writes; no field more, and none less.
@Suite("The reference beside what commands write", .inTurn) struct ReferenceOutputTests {
    let fields: ReferenceFields
    let scratch: Scratch

    init() throws {
        fields = try ReferenceFields()
        scratch = try Scratch()
    }

    private func expect(
        _ heading: String, in outputs: [Ending], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try outputs.map { try JSONText($0.outputBytes) }
        #expect(fields.expected(heading).count > 1, "\(heading)", sourceLocation: sourceLocation)
        let differences = fields.differences(under: heading, found)
        #expect(differences == [], "\(heading)", sourceLocation: sourceLocation)
    }

    @Test func `the fields of jobs, runs and money are those of the page`() async throws {
        let site = try VisionSite(
            try await VisionSite.peer(in: scratch), marks: 1..<7, clock: try await SetClock(in: scratch))
        try site.scratch.write("pictures/broken.jpg", Array(Picture(mark: 9).png.prefix(300)))
        let budget = "budget: {run: {units: 12}, day: {units: 100}, month: {usd: 5}}"
        let images = ["folder: pictures", "folder: nowhere"]
        let job = try site.writeJob(images: images, more: [budget])
        let submitted = try await site.cairn("submit", job, "--json", exits: 1)
        try expect("cairn submit --json", in: [submitted])
        // Until these exist in the ledger, a plan has nothing to say of the month.
        let ran = try await site.cairn("run", job, "--json", exits: 1)
        try expect("cairn run --json", in: [ran, try await site.cairn("work", "--run", "1", "--json", exits: 1)])
        let status = try await site.cairn("status", "--json", exits: 0)
        try await site.cairn("quota", "set", "--day-units", "500", exits: 0)
        // Another model, a cap that stops it, a run to join; what the sources pass is told where all can be searched.
        try site.scratch.write("more/notes.txt", "a note")
        let whole = try site.writeJob("whole", images: ["folder: more"], more: ["exclude: [\"nothing*\"]"])
        let changed = try site.writeJob(
            images: images, features: ["{type: LABEL_DETECTION, model: builtin/latest}"],
            more: ["budget: {run: {units: 2}}"])
        try expect(
            "cairn retry --json",
            in: [try await site.cairn("retry", "1", "--json", exits: 0)])
        try expectStatus([status, try await foreignStatus(of: site)])
        // The job that this one reads has queued images.
        let fine = try site.writeJob("fine", images: ["{sql: SELECT image_id FROM labels, from: [foreign]}"])
        try expect(
            "cairn plan --json",
            in: [
                try await site.cairn("plan", changed, "--json", exits: 1),
                try await site.cairn("plan", whole, "--json", exits: 0),
                try await site.cairn("plan", fine, "--json", exits: 0),
            ])
        try expect("cairn quota show --json", in: [try await site.cairn("quota", "--json", exits: 0)])
        try expectSettling(try await site.cairn("quota", "settle", "--billed", "--json", exits: 0), isExport: false)
        try expect(
            "cairn results reparse --json", in: [try await site.cairn("results", "reparse", "--json", exits: 0)])
        try await checkMetrics(of: site, job: changed)
    }

    private func expectStatus(_ outputs: [Ending]) throws { try expect("cairn status --json", in: outputs) }

    /// The status of a store whose manifest is not here and wants a host that is not Google's.
    private func foreignStatus(of site: VisionSite) async throws -> Ending {
        let job = try site.writeJob("foreign", endpoint: "https://other.example")
        try await site.cairn("submit", job, exits: 0)
        try await site.scratch.run("rm", job)
        return try await site.cairn("status", "--json", exits: 0)
    }

    /// The heading about `quota settle` has two tables; each output has the fields of one of them.
    private func expectSettling(_ ending: Ending, isExport: Bool) throws {
        let row = try JSONText(ending.outputBytes)[0].members.keys
        let expected = fields.expected("cairn quota settle --json")
        for key in row { #expect(expected.contains("[].\(key)"), "\(key)") }
        let others: Set = ["[].closed", "[].billed"]
        let own = expected.filter { isExport ? !others.contains($0) : others.contains($0) || $0 == "[].account" }
        #expect(own == Set(row.map { "[].\($0)" }))
    }

    @Test func `the fields of a bill that is compared are those of the page`() async throws {
        let site = try VisionSite(
            try await VisionSite.peer(in: scratch), marks: 1..<3, clock: try await SetClock(in: scratch))
        try await site.cairn("run", try site.writeJob(), exits: 0)
        let day = try site.scratch.book.column("SELECT DISTINCT day FROM ledger").joined()
        try site.scratch.write(
            "bill.csv",
            """
            Project ID,Service description,SKU description,Cost type,Usage start date,Usage end date,\
            Usage amount,Usage unit
            tower-1,Cloud Vision API,Label Detection Operations,Usage,\(day),\(day),2,count

            """)
        let ending = try await site.cairn("quota", "settle", "--from", "bill.csv", "--force", "--json", exits: 0)
        try expectSettling(ending, isExport: true)
    }

    @Test func `the fields of manifests, models and this machine are those of the page`() async throws {
        try scratch.write("job.yaml", "job: j\nimages: [{folder: p}]\nbackend: {kind: tflit, model: m}\n")
        let checked = try await scratch.cairn("check", "job.yaml", "--json", exits: 2)
        try expect("cairn check --json", in: [checked])
        let names = ["float32-metadata", "uint8", "Variants/named", "unresolved-operation", "detector-metadata"]
        let models = names.map { Fixtures.models.appending("\($0).tflite") }
        var shown: [Ending] = []
        for model in models + [try squares()] {
            shown.append(try await scratch.cairn("models", "show", model.description, "--json", exits: 0))
        }
        try expect("cairn models show --json", in: shown)
        try expect("cairn doctor --json", in: [try await scratch.cairn("doctor", "--json", exits: 0)])
    }

    /// An export whose manifest says something else than its model, which is worth a notice.
    private func squares() throws -> FilePath {
        let export = packageRoot.appending("Jobs/automl/squares")
        try scratch.copy(export.appending("model.tflite"), to: "squares/model.tflite")
        let manifest = try Files.text(export.appending("manifest.json"))
        try scratch.write(
            "squares/manifest.json", manifest.replacing("OBJECT_DETECTION", with: "IMAGE_LABELING"))
        return scratch.file("squares")
    }

    @Test func `the fields of corrections and evaluations are those of the page`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<3)
        let features = ["LABEL_DETECTION", "OBJECT_LOCALIZATION", "DOCUMENT_TEXT_DETECTION"]
        try await site.cairn("run", try site.writeJob(features: features), exits: 0)
        try site.writePictures(3..<4)
        try await site.cairn("submit", "job.yaml", exits: 0)
        try site.scratch.write(
            "a.json", #"{"labels": ["a"], "objects": [{"description": "b", "box": [0, 0, 9, 9]}], "texts": ["c"]}"#)
        let saved = try await site.cairn("correct", "job", "1", "--from", "a.json", "--json", exits: 0)
        let listed = try await site.cairn("correct", "job", "--list", "--json", exits: 0)
        try expect("cairn correct --json", in: [saved, listed])
        let own = try site.scratch.book.column("SELECT description FROM labels_history WHERE image_id = 2 AND rank = 0")
        try await site.cairn("correct", "job", "2", "--labels", "a", exits: 0)
        let report = try await site.cairn("evaluate", "job", "--precision", "0.5", "--json", exits: 0)
        try site.scratch.write(
            "truth.json",
            """
            {"images": [{"id": 1, "file_name": "9.png"}, {"id": 2, "file_name": "2.png"},
                {"id": 3, "file_name": "3.png"}],
             "annotations": [{"image_id": 2, "category_id": 1, "bbox": [0, 0, 9, 9]}],
             "categories": [{"id": 1, "name": "Thing"}]}
            """)
        let mapped = try await site.cairn(
            "evaluate", "job", "--truth", "truth.json", "--map", "\(own[0])=Thing", "--precision", "0.9", "--json",
            exits: 0)
        #expect(mapped.error.contains("1 picture of truth.json left out"), "\(mapped)")
        #expect(mapped.error.contains("without a machine's answer, which counts as nothing found: pictures/3.png"))
        let classes = try JSONText(mapped.outputBytes)["labels"]["classes"].items
        let thing = classes.first { $0["description"] == .text("Thing") }
        #expect(thing?["average_precision"].float == 1, "\(mapped)")
        try expect("cairn evaluate --json", in: [report, mapped])
        // Null before there is one: the text of a picture, an answer of the machine.
        try await site.cairn("correct", "job", "1", "--undo", exits: 0)
        try await site.cairn("correct", "job", "2", "--undo", exits: 0)
        let nothing = try await site.cairn("evaluate", "job", exits: 4)
        #expect(nothing.error.contains("job job has no corrections to compare with"), "\(nothing)")
    }

    @Test func `the fields of hosted models are those of the page`() async throws {
        let place = try HostedPlace(pictures: 1)
        let job = try place.writeJob()
        // A job of another model makes the store, by which `prune` knows what is in use.
        let local = "job: local\nimages: [{folder: pictures}]\nbackend: {kind: tflite, model: m.tflite}\n"
        try place.scratch.write("local.yaml", local)
        try place.scratch.write("m.tflite", place.versions[1])
        try await place.cairn("run", "local.yaml", exits: 0)
        let pulled = try await place.cairn("models", "pull", job, "--json", exits: 0)
        try expect("cairn models pull --json", in: [pulled])
        try expect("cairn models list --json", in: [try await place.cairn("models", "list", "--json", exits: 0)])
        let pruned = try await place.cairn("models", "prune", "--newest", "--json", exits: 0)
        let keys = try Set(JSONText(pruned.outputBytes)[0].members.keys)
        #expect(keys == ["model", "version", "sha256", "model_sha256", "bytes"])
    }

    /// Each sample of a metric has the labels that the page says.
    private func checkMetrics(of site: VisionSite, job: String) async throws {
        let page = try Files.text(packageRoot.appending("docs/reference.md"))
        var labels: [Substring: Set<Substring>] = [:]
        for match in page.matches(of: /\n\| `(cairn_[a-z_]+)` \| ([^|]*) \|/) {
            labels[match.1] = Set(match.2.matches(of: /`([a-z]+)`/).map(\.1))
        }
        let status = try await site.cairn("status", "--prometheus", "-", exits: 0)
        let night = try await site.scratch.cairn(
            "nightly", job, "--new-store", "--prometheus", "night.prom", environment: site.environment)
        let text = try status.output + Files.text(site.scratch.file("night.prom"))
        var names: Set<Substring> = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
            names.insert(name)
            let found = Set(line.matches(of: /[{,]([a-z]+)="/).map(\.1))
            let expected = try #require(labels[name], "\(name) is not on the page")
            // A cap is that of a job or of an account.
            let isCap = name.hasPrefix("cairn_budget_")
            let isAsSaid = isCap ? found.isSubset(of: expected) && found.count == 2 : found == expected
            #expect(isAsSaid, "\(line), on the page \(expected)")
        }
        #expect(names.count > 15, "\(names) \(night)")
    }
}
