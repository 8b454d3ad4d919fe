import Crypto
import Glibc
import Platform
import TestSupport
import Testing

@Suite("A hosted model that does not come as it should", .inTurn) struct HostedFaultTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    @Test(arguments: [["run"], ["submit"], ["plan"], ["nightly", "-v"], ["models", "pull"]])
    func `an interrupted download ends with 130, and the same command continues it`(command: [String]) async throws {
        let job = try place.writeJob()
        place.site.fault(.slow(2000))
        let running = try place.scratch.start([Place.cairn.description] + command + [job])
        try await running.waits(then: SIGINT) { [place] in place.site.downloads == 1 }
        let ending = await running.end()
        #expect(ending.status == 130, "\(ending)")
        #expect(!ending.error.contains("waits for its model"), "\(ending)")
        place.site.mend()
        try await place.cairn("run", job, exits: 0)
    }

    @Test func `a newer version that cannot be used leaves the cached one, and the night says so`() async throws {
        let job = try place.writeJob()
        try await place.cairn("nightly", job, exits: 0)
        let words = Array("TFL3".utf8)
        let useless = [28, 0, 0, 0] + words + [UInt8](repeating: 0xFF, count: 200)
        place.site.publish(useless)
        try place.scratch.writePictures(1, in: "pictures/new", seed: 42)
        let night = try await place.cairn("nightly", job, exits: 0)
        let told = night.output.split { $0.isWhitespace }.joined(separator: " ")
        let version = Crypto.Digest(of: useless.span).short
        #expect(told.contains("\(place.site.address)@\(version) cannot be used"), "\(night)")
        #expect(told.contains("publish another version") && !told.contains("/versions/"), "\(night)")
        #expect(try place.scratch.book.number("SELECT count(*) FROM answer") == 4)
        #expect(try place.answeringModels() == 1)
    }

    @Test func `a first version that cannot be used is exit 4 with its address`() async throws {
        let useless = [28, 0, 0, 0] + Array("TFL3".utf8) + [UInt8](repeating: 0xFF, count: 200)
        place.site.publish(useless)
        let run = try await place.cairn("run", try place.writeJob(), exits: 4)
        let version = Crypto.Digest(of: useless.span).short
        #expect(run.error.contains("\(place.site.address)@\(version) cannot be used"), "\(run)")
        #expect(run.error.contains("publish another version") && !run.error.contains("/versions/"), "\(run)")
    }

    @Test func `behind a cached version that cannot be used, when: missing fetches the newest one`() async throws {
        let job = try place.writeJob("job", ["url: \(place.site.address)", "when: missing"])
        let useless = [28, 0, 0, 0] + Array("TFL3".utf8) + [UInt8](repeating: 0xFF, count: 200)
        place.site.publish(useless)
        try await place.cairn("run", job, exits: 4)
        let second = try await place.cairn("run", job, exits: 4)
        #expect(second.error.contains("publish another version"), "\(second)")
        #expect(place.site.downloads == 1)
        place.site.publish(place.versions[0])
        try await place.cairn("run", job, exits: 0)
        #expect(place.site.downloads == 2)
        // What works is not asked for again.
        let requests = place.site.server.requests.count
        place.site.publish(place.versions[1])
        try await place.cairn("run", job, exits: 0)
        #expect(place.site.server.requests.count == requests && place.site.downloads == 2)
    }

    @Test func `a version that LiteRT cannot run is named by its address, and the queue is kept`() async throws {
        let other = try Files.read(Fixtures.models.appending("unresolved-operation.tflite"))
        place.site.publish(other)
        let run = try await place.cairn("run", try place.writeJob(), exits: 4)
        let name = "\(place.site.address)@\(Crypto.Digest(of: other.span).short)"
        #expect(run.error.contains("\(name) needs operations that LiteRT does not have"), "\(run)")
        #expect(run.error.contains("publish another version") && !run.error.contains("/versions/"), "\(run)")
    }

    @Test func `a version that fails its trial run is named by its address, and the queue is kept`() async throws {
        let job = try place.writeJob()
        let run = try await place.cairn("run", job, exits: 4, environment: ["CAIRN_TRIAL_MEBIBYTES": "1"])
        let name = "\(place.site.address)@\(place.digest(0).prefix(8))"
        #expect(run.error.contains("backend.hosted: \(name) "), "\(run)")
        #expect(run.error.contains("publish another version") && !run.error.contains("/versions/"), "\(run)")
        #expect(try place.scratch.book.column("SELECT DISTINCT state FROM task") == ["queued"])
        try await place.cairn("work", exits: 0)
    }

    @Test func `an offline job says what to change, and a bundled model needs no advice`() async throws {
        let hosted = ["url: \(place.site.address)", "offline: true"]
        let alone = try await place.cairn("run", try place.writeJob("job", hosted), exits: 4)
        #expect(alone.error.contains("take `offline: true` out of the manifest"), "\(alone)")
        let bundled = Fixtures.models.appending("float32-metadata.tflite")
        let job = try place.writeJob("other", hosted, bundled: bundled)
        let run = try await place.cairn("run", job, exits: 0)
        #expect(run.error.contains("is not in the cache, and offline: true keeps to the cache\n"), "\(run)")
    }
}
