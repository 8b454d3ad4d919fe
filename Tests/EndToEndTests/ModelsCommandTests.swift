import Platform
import TestSupport
import Testing

@Suite("The command models", .inTurn) struct ModelsCommandTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    @Test func `list tells whether a job's model is here, and which jobs are pinned to it`() async throws {
        let job = try place.writeJob()
        let none = try await place.cairn("models", "list", job, exits: 4)
        #expect(none.error.contains("`cairn models pull job.yaml` fetches it"), "\(none)")
        try await place.cairn("run", job, exits: 0)
        let listed = try await place.cairn("models", "list", job, "--json", exits: 0)
        let digest = place.digest(0)
        #expect(listed.output.contains(#""sha256":"\#(digest)""#), "\(listed)")
        #expect(listed.output.contains(#""jobs":"job""#), "\(listed)")
        let all = try await place.cairn("models", exits: 0)
        #expect(all.output.contains("\(place.site.address)") && all.output.contains(digest.prefix(8)), "\(all)")
        let local = try place.scratch.writeJob("local")
        try await place.cairn("models", "list", local, exits: 0)
    }

    @Test func `pull copies models to a folder, and gives two of one name different ones`() async throws {
        try place.writeJob()
        try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", exits: 0)
        #expect(try Files.read(place.scratch.file("out/models/flowers.tflite")) == place.versions[0])
        place.site.publish(place.versions[1])
        let pulled = try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", "--json", exits: 0)
        let short = place.digest(1).prefix(8)
        #expect(try Files.read(place.scratch.file("out/models/flowers-\(short).tflite")) == place.versions[1])
        #expect(pulled.output.contains(#""outcome":"downloaded""#), "\(pulled)")
        let again = try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", "--json", exits: 0)
        #expect(again.output.contains(#""outcome":"newest""#), "\(again)")
        #expect(Files.names(in: place.scratch.file("out/models")).count == 2)
        try await place.cairn("models", "pull", exits: 2)
    }

    @Test func `pull takes the models of all jobs of a store`() async throws {
        try await place.cairn("run", try place.writeJob(), exits: 0)
        try await place.emptyCache()
        let pulled = try await place.cairn("models", "pull", "--all", "--json", exits: 0)
        #expect(pulled.output.contains(#""job":"job""#) && place.site.downloads == 2, "\(pulled)")
    }

    @Test func `a property list alone is enough to pull a model of Firebase ML`() async throws {
        place.site.restrict(to: "org.example.flowers")
        try place.scratch.write("GoogleService-Info.plist", ModelServices.propertyList)
        let job = try place.writeJob(
            "job", ["firebaseML: {name: flowers}", "plist: GoogleService-Info.plist", "endpoint: \(place.site.url)"])
        let pulled = try await place.cairn("models", "pull", job, "--json", exits: 0)
        #expect(pulled.output.contains(place.digest(0)), "\(pulled)")
        #expect(!pulled.error.contains(ModelServices.apiKey) && !pulled.error.contains("s3cr3t"), "\(pulled)")
        try await place.cairn("run", job, exits: 0)
        #expect(place.site.downloads == 1 && place.site.registrations == 1)
        #expect(place.site.violations == [])
    }

    @Test func `an object of Cloud Storage is pulled by its generation`() async throws {
        let name = "gs://\(ModelServices.bucket)/\(ModelServices.object)"
        let job = try place.writeJob(
            "job", ["storage: \(name)", "auth: {accessToken: env:TOKEN}", "endpoint: \(place.site.url)"])
        let secrets = ["TOKEN": ModelServices.accessToken]
        try await place.cairn("run", job, exits: 0, environment: secrets)
        try await place.cairn("run", job, exits: 0, environment: secrets)
        #expect(place.site.downloads == 1 && place.site.questions == 2 && place.site.violations == [])
        #expect(try place.scratch.book.column("SELECT model FROM recipe").first?.hasPrefix("\(name)@") == true)
    }

    @Test func `prune removes what no job is pinned to, and says before what that is`() async throws {
        let job = try place.writeJob()
        try await place.cairn("run", job, exits: 0)
        place.site.publish(place.versions[1])
        try await place.cairn("models", "pull", job, exits: 0)
        place.site.publish(place.versions[0] + [1])
        try await place.cairn("models", "pull", job, exits: 0)
        let short = place.digest(1).prefix(8)
        let dry = try await place.cairn("models", "prune", "--dry-run", exits: 0)
        #expect(dry.output.contains(short) && dry.error.contains("1 version would be removed"), "\(dry)")
        let pruned = try await place.cairn("models", "prune", exits: 0)
        #expect(pruned.error.contains("1 version removed"), "\(pruned)")
        let left = try await place.cairn("models", "prune", "--newest", exits: 0)
        #expect(left.error.contains("1 version removed"), "\(left)")
        // The run's own version is still here.
        place.site.fault(.missing)
        let listed = try await place.cairn("models", "list", "--json", exits: 0)
        #expect(listed.output.contains(place.digest(0)), "\(listed)")
        try await place.cairn("models", "prune", "--store", "none.db", exits: 3)
    }
}
