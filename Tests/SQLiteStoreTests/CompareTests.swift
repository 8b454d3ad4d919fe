import Platform
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct CompareTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A file of the model: what is on the disk, or what the store was told.
    struct Known: Equatable {
        var content: Int
        var stamp: Int64
    }

    private func listed(_ name: [UInt8], _ known: Known) -> ListedFile {
        ListedFile(name: name, bytes: 3, modifiedNanoseconds: known.stamp, inode: UInt64(known.stamp & 0xFF))
    }

    private func begin() throws -> OpenSubmission {
        try bench.store.write { transaction throws(StoreError) in
            try transaction.submissions.begin(of: bench.manifest, asking: bench.asked, crashLimit: 3)
        }
    }

    /// What a new submission of a job makes of a listing.
    private func diff(_ files: [ListedFile], isWhole: Bool, of job: String = "job") throws -> ListingDiff {
        let listing = Listing(folder: bench.scratch.file("p"), files: files, isWhole: isWhole)
        let manifest = PinnedManifest(job: job, text: Array("job: \(job)".utf8), path: bench.manifest.path)
        let session = try SQLiteStore(bench.store).submission(
            SubmissionRequest(
                key: .random(), manifest: job == "job" ? bench.manifest : manifest, recipes: [bench.recipe],
                refresh: Refresh(), crashLimit: 3))
        return try session.diff(listing, at: 0)
    }

    /// Tells the store of a file with the model's stamp in place of a real status.
    private func tell(_ name: [UInt8], _ known: Known) throws {
        _ = try bench.store.write { transaction throws(StoreError) in
            try transaction.catalog.upsert(
                bench.identity(known.content), at: bench.scratch.file("p").appending(FilePath(bytes: name)),
                listed(name, known))
        }
    }

    private func answer(_ contents: Set<Int>) throws {
        let submission = try begin()
        let run = try bench.store.write { transaction throws(StoreError) in
            let run = try transaction.submissions.addRun(for: submission)
            var seen = SeenNames()
            for content in contents.sorted() {
                let kept = try transaction.catalog.upsert(
                    bench.identity(content), at: bench.scratch.file("elsewhere-\(content).jpg"),
                    listed([], Known(content: content, stamp: 1)))
                _ = try transaction.selection.markSeen(kept, for: submission, at: 0, &seen)
                _ = try transaction.queue.add(kept.image, at: kept.path, in: run, reason: .new)
            }
            return run
        }
        let claims = try bench.claim(contents.count, of: run, by: try bench.enter())
        _ = try bench.record(claims.map { bench.answered($0) }, in: run)
    }

    /// Names of valid UTF-8, and one whose bytes are not, which look like another one that is there.
    private let names: [[UInt8]] =
        (0..<22).map { Array("f\($0 * 7 % 22).jpg".utf8) } + [
            Array("f\\xe9.jpg".utf8), Array("f".utf8) + [0xE9] + Array(".jpg".utf8),
        ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64], [true, false])
    func `a listing is compared with the store name by name`(seed: UInt64, isWhole: Bool) throws {
        var random = Seeded(seed)
        var disk: [[UInt8]: Known] = [:]
        var stored: [[UInt8]: Known] = [:]
        var answered: Set<Int> = []
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
            let files = disk.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            let found = try diff(files.map { listed($0.key, $0.value) }, isWhole: isWhole)
            let answeredImages = found.images.count { $0.decision == .answered }
            let unread = files.indices.filter { stored[files[$0].key]?.stamp != files[$0].value.stamp }
            let same = files.filter { stored[$0.key]?.stamp == $0.value.stamp }.compactMap { stored[$0.key]?.content }
            #expect(found.unread == unread, "seed \(seed) step \(step)")
            #expect(
                found.answered + answeredImages == same.count { answered.contains($0) }, "seed \(seed) step \(step)")
            let missingRecipes = found.images.count - answeredImages
            #expect(missingRecipes == same.count { !answered.contains($0) }, "seed \(seed) step \(step)")
            for place in unread {
                try tell(files[place].key, files[place].value)
                stored[files[place].key] = files[place].value
            }
            let more = Set(stored.values.map(\.content)).subtracting(answered).prefix(2)
            try answer(Set(more))
            answered.formUnion(more)
        }
        #expect(try bench.store.problems() == [])
    }

    @Test func `what is queued in the run already is not decided on again`() throws {
        try tell(Array("a.jpg".utf8), Known(content: 0, stamp: 4))
        _ = try bench.run(tasks: 1)
        let file = listed(Array("a.jpg".utf8), Known(content: 0, stamp: 4))
        let inRun = try diff([file], isWhole: true)
        #expect(inRun.queued == 1 && inRun.images.isEmpty && inRun.answered == 0)
        let another = try diff([file], isWhole: true, of: "other")
        #expect(another.queued == 0 && another.images.map(\.decision) == [.queue(.new, minGenerations: [:])])
    }

    @Test func `a name whose bytes are not text is kept beside one that looks the same`() throws {
        for (number, name) in names.suffix(2).enumerated() { try tell(name, Known(content: number, stamp: 1)) }
        #expect(
            try bench.rows("SELECT path, hex(path_bytes) FROM image_paths ORDER BY image_id") == [
                "p/f\\xe9.jpg|702F665C7865392E6A7067", "p/f\\xe9.jpg|702F66E92E6A7067",
            ])
        #expect(try bench.rows("SELECT folder, name FROM image_paths") == ["p/|f\\xe9.jpg", "p/|f\\xe9.jpg"])
    }
}
