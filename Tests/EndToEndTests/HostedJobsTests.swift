import FoundationEssentials
import Platform
import TestSupport
import Testing

@Suite("The sample jobs of hosted models", .inTurn) struct HostedJobsTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    /// A sample job whose addresses are those of the services here, and whose pictures are this place's.
    private func writeJob(_ name: String, _ changes: [(String, String)]) throws -> String {
        var text = try Files.text(packageRoot.appending("Jobs/\(name).yaml"))
        let usual = [
            ("folder: demo/pictures ", "folder: pictures "),
            ("demo/scenes.tflite", "\(Place.demo.appending("scenes.tflite"))"),
        ]
        for (before, _) in changes { #expect(text.contains(before), "\(name) has no \(before)") }
        for (before, after) in usual + changes { text = text.replacing(before, with: after) }
        try place.scratch.write("\(name).yaml", text)
        return "\(name).yaml"
    }

    private func run(_ job: String, environment: [String: String] = [:]) async throws {
        try await place.cairn("check", job, exits: 0, environment: environment)
        try await place.cairn("models", "pull", job, exits: 0, environment: environment)
        try await place.cairn("run", job, exits: 0, environment: environment)
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 3)
        #expect(place.site.downloads == 1 && place.site.violations == [], "\(place.site.violations)")
        try await place.cairn("models", "list", job, exits: 0, environment: environment)
    }

    @Test func `the job of a model in Cloud Storage runs`() async throws {
        let job = try writeJob(
            "hosted-storage",
            [
                ("gs://my-bucket/models/flowers.tflite", "gs://\(ModelServices.bucket)/\(ModelServices.object)"),
                ("auth: {adc: true}", "endpoint: \(place.site.url)\n    auth: {accessToken: env:TOKEN}"),
                ("between: 01:00-05:00", "between: 00:00-23:59"), ("  threshold: 0.3", "  threshold: 0"),
            ])
        try await run(job, environment: ["TOKEN": ModelServices.accessToken])
    }

    @Test func `the job of a model behind an address runs`() async throws {
        try await run(
            try writeJob("hosted-url", [("https://example.org/models/flowers.tflite", place.site.address)]))
    }

    @Test func `the job of a model of Firebase ML runs with its property list alone`() async throws {
        place.site.restrict(to: "org.example.flowers")
        try place.scratch.write("GoogleService-Info.plist", ModelServices.propertyList)
        try await run(
            try writeJob(
                "hosted-firebase-ml",
                [("plist: Google", "endpoint: \(place.site.url)\n    plist: Google")]))
    }
}
