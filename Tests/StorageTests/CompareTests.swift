import Platform
import SQLite
import Storage
import TestSupport
import Testing
import Vocabulary

@Suite struct CompareTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A file of the model: what is on the disk, or what the store was told.
    struct Known: Equatable {
        var content: Int
        var stamp: Int64
    }

    private func listed(_ name: String, _ known: Known) -> ListedFile {
        ListedFile(
            name: Array(name.utf8), bytes: 3, modifiedNanoseconds: known.stamp, inode: UInt64(known.stamp & 0xFF))
    }

    /// Tells the store of a file, with the model's stamp in place of a real status.
    private func tell(_ name: String, _ known: Known) throws {
        let status = try bench.status()
        _ = try bench.store.write { () throws(StoreError) in
            try bench.store.keep(bench.identity(known.content), at: bench.scratch.file("p").appending(name), status)
        }
        try bench.plain().run(
            "UPDATE path SET bytes = 3, modified_ns = ?, inode = ? WHERE name = CAST(? AS BLOB)",
            .integer(known.stamp), .integer(known.stamp & 0xFF), .text(name))
    }

    private func answer(_ contents: Set<Int>) throws {
        let run = try bench.run(tasks: 0)
        for content in contents {
            try bench.store.write { () throws(StoreError) in
                let kept = try bench.store.keep(
                    bench.identity(content), at: bench.scratch.file("elsewhere.jpg"), try status())
                _ = try bench.store.queue(kept.image, at: kept.path, asking: bench.set, in: run)
            }
        }
        let claims = try bench.claim(contents.count, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
    }

    private func status() throws(StoreError) -> ListedFile {
        do throws(SystemError) { return ListedFile(name: [], status: try FileStatus(of: bench.store.file)) } catch {
            throw .cannotOpen(bench.store.file, reason: error.reason)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64], [true, false])
    func `a listing is held against the store as one name against one name`(seed: UInt64, isWhole: Bool) throws {
        var random = Seeded(seed)
        var disk: [String: Known] = [:]
        var stored: [String: Known] = [:]
        var answered: Set<Int> = []
        let names = (0..<24).map { "f\($0 * 7 % 24).jpg" }
        for step in 0..<12 {
            bench.time.advance(.seconds(1))
            for name in names {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: disk[name] = nil
                case 1, 2:
                    disk[name] = Known(
                        content: Int.random(in: 0..<12, using: &random), stamp: Int64.random(in: 1...9, using: &random))
                default: break
                }
            }
            let files = disk.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            let listing = Listing(
                folder: bench.scratch.file("p"), files: files.map { listed($0.key, $0.value) }, isWhole: isWhole)
            let found = try bench.store.write { () throws(StoreError) in
                try bench.store.compare(listing, asking: bench.asked, since: nil)
            }
            let unread = files.indices.filter { stored[files[$0].key]?.stamp != files[$0].value.stamp }
            let same = files.filter { stored[$0.key]?.stamp == $0.value.stamp }.compactMap { stored[$0.key]?.content }
            #expect(found.unread == unread, "seed \(seed) step \(step)")
            #expect(found.answered == same.count { answered.contains($0) }, "seed \(seed) step \(step)")
            #expect(found.unanswered.count == same.count { !answered.contains($0) }, "seed \(seed) step \(step)")
            let gone = isWhole ? Set(stored.keys).subtracting(disk.keys) : []
            let absent = found.absent.map { String(decoding: $0.name, as: UTF8.self) }
            #expect(Set(absent) == gone && absent.count == gone.count, "seed \(seed) step \(step)")
            for place in unread {
                try tell(files[place].key, files[place].value)
                stored[files[place].key] = files[place].value
            }
            let more = Set(stored.values.map(\.content)).subtracting(answered).prefix(2)
            try answer(Set(more))
            answered.formUnion(more)
        }
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `a name that is gone is missing until a listing has it again`() throws {
        try tell("a.jpg", Known(content: 1, stamp: 4))
        func listing(_ files: [ListedFile]) -> Listing {
            Listing(folder: bench.scratch.file("p"), files: files, isWhole: true)
        }
        let missing = "SELECT count(*) FROM image_paths WHERE missing_at IS NOT NULL"
        try bench.store.write { () throws(StoreError) in
            let gone = try bench.store.compare(listing([]), asking: bench.asked, since: nil)
            try bench.store.markMissing(gone.absent.map(\.path))
        }
        #expect(try bench.number(missing) == 1)
        try bench.store.write { () throws(StoreError) in
            let again = listing([listed("a.jpg", Known(content: 1, stamp: 4))])
            _ = try bench.store.compare(again, asking: bench.asked, since: nil)
        }
        #expect(try bench.number(missing) == 0)
    }
}
