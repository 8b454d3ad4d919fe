import Glibc
import Platform
import TestSupport
import Testing

/// A store that `cairn query --out` made.
@Suite(.inTurn) struct `A copy of a store` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A store with a copy that was made while 32 of 48 images were waited for.
    private func site() async throws -> VisionSite {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<49)
        try site.writeJob()
        try await site.cairn("plan", "job.yaml", "--out", "plan.json", exits: 0)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 2}"#)
        let running = try site.start("run", "job.yaml")
        try await offPool { try peer.wait(held: 1) }
        try await site.cairn("query", "--out", "copy.db", exits: 0)
        try peer.misbehave("[]")
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 0, "\(ending)")
        return site
    }

    @Test func `is a file of its own, and never standard output`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 1)
        try await scratch.cairn("submit", try scratch.writeJob(), exits: 0)
        for sql in [[], ["SELECT 1"]] {
            let ending = try await scratch.start([Place.cairn.description, "query", "--out", "-"] + sql).end()
            #expect(ending.status == 2 && ending.outputBytes.isEmpty, "\(ending)")
            #expect(ending.error.contains("cannot write it to standard output; name a file"), "\(ending)")
        }
        #expect(!Files.names(in: scratch.path).contains("-"))
    }

    @Test func `never takes the place of the store, nor is advised to`() async throws {
        let scratch = try Scratch()
        try scratch.writePictures(1, seed: 1)
        try await scratch.cairn("run", try scratch.writeJob(), exits: 0)
        try await scratch.run("ln", "-s", "cairn.db", "link.db")
        for name in ["cairn.db", "./pictures/../cairn.db", "link.db"] {
            for words in [["query", "--out", name], ["plan", "job.yaml", "--out", name]] {
                let ending = try await scratch.start([Place.cairn.description] + words).end()
                #expect(ending.status == 2 && ending.error.contains("\(name) is the store itself"), "\(ending)")
                #expect(!ending.error.contains("remove") && ending.error.contains("name another file"), "\(ending)")
            }
        }
        #expect(try scratch.book.number("SELECT count(*) FROM answer") == 1)
    }

    @Test func `says that it is one, makes no claims about workers and is not worked on`() async throws {
        let site = try await site()
        let original = site.scratch.file("cairn.db").description
        for words in [["status"], ["status", "1"]] {
            let status = try await site.scratch.start(
                [Place.cairn.description] + words + ["--store", "copy.db"], environment: site.environment
            ).end()
            #expect(status.output.hasPrefix("copy.db is a copy of \(original), made 2"), "\(status)")
            for word in ["died", "worker", "cairn work"] { #expect(!status.output.contains(word), "\(status)") }
        }
        let json = try await site.cairn("status", "--json", "--store", "copy.db", exits: 0)
        #expect(
            json.output.contains("\"copy_of\":\"\(original)\"") && json.output.contains("\"workers\":null"), "\(json)")
        let doctor = try await site.cairn("doctor", "--store", "copy.db", exits: 0)
        #expect(doctor.output.contains("is a copy of"), "\(doctor)")
        let calls = [
            "work", "run job.yaml", "submit job.yaml", "nightly job.yaml", "apply plan.json", "retry 1", "cancel 1",
            "quota set --account tower-1 --month-usd 5", "quota settle --account tower-1 --billed",
        ]
        let before = try Files.read(site.scratch.file("copy.db"))
        let units = try site.units().count
        for call in calls {
            let ending = try await site.scratch.start(
                [Place.cairn.description] + call.split(separator: " ").map(String.init) + ["--store", "copy.db"],
                environment: site.environment
            ).end()
            // A plan that does not hold is refused before a store is opened for work.
            let isMoved = call.hasPrefix("apply")
            #expect(ending.status == (isMoved ? 2 : 3), "\(ending)")
            guard !isMoved else { continue }
            #expect(ending.error.contains("copy.db is a copy of \(original), made 2"), "\(ending)")
            #expect(ending.error.contains("`cairn doctor --adopt --store copy.db`"), "\(ending)")
        }
        #expect(try Files.read(site.scratch.file("copy.db")) == before && site.units().count == units)
        #expect(Files.names(in: site.scratch.path).filter { $0.hasPrefix("copy.db") } == ["copy.db"])
    }

    @Test func `is a store of its own once it is adopted, and only then`() async throws {
        let site = try await site()
        let none = try await site.cairn("doctor", "--adopt", exits: 0)
        #expect(none.error.contains("cairn.db is not a copy; nothing was changed"), "\(none)")
        let adopted = try await site.cairn("doctor", "--adopt", "--store", "copy.db", exits: 0)
        #expect(adopted.error.contains("is now an independent store"), "\(adopted)")
        let status = try await site.cairn("status", "--store", "copy.db", exits: 0)
        #expect(!status.output.contains("copy of"), "\(status)")
        try await site.cairn("work", "--store", "copy.db", exits: 0)
        try await site.cairn("doctor", "--store", "copy.db", exits: 0)
        // A copy of it is one again.
        try await site.cairn("query", "--store", "copy.db", "--out", "second.db", exits: 0)
        let second = try await site.cairn("work", "--store", "second.db", exits: 3)
        #expect(second.error.contains("second.db is a copy of \(site.scratch.file("copy.db"))"), "\(second)")
    }
}
