import Platform
import TestSupport
import Testing

/// Sources of which a job takes a share.
@Suite(.inTurn) struct `A share of a source` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Pictures that differ in their names and in a part of their pixels.
    private func write(_ numbers: Range<Int>, in folder: String = "pictures") throws {
        var picture = Picture(width: 4, height: 4)
        for number in numbers {
            for place in 0..<3 { picture.pixels[place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
            try scratch.write("\(folder)/\(number).png", picture.png)
        }
    }

    private func job(_ name: String, _ sources: String..., results: Int = 5) throws -> String {
        try scratch.write(
            "\(name).yaml",
            """
            job: \(name)
            images: [\(sources.joined(separator: ", "))]
            backend: {kind: vision, account: none, endpoint: "http://127.0.0.1:9", auth: {apiKey: env:NONE}}
            features: [{type: LABEL_DETECTION, maxResults: \(results)}]

            """)
        return "\(name).yaml"
    }

    private func members(_ job: String, _ store: String = "cairn.db") throws -> Set<String> {
        Set(try Book(scratch.file(store)).rows("SELECT path FROM job_images WHERE job = '\(job)'").map { $0[0] })
    }

    private func submit(_ job: String, store: String = "cairn.db", exits: Int32 = 0) async throws -> JSONText {
        let ending = try await scratch.cairn("submit", "--json", "--store", store, job, exits: exits)
        return try JSONText(ending.outputBytes)
    }

    @Test func `is disjoint from its neighbour and whole with it, the same as a folder grows and in another store`()
        async throws
    {
        try write(0..<10_000)
        let trial = try job("trial", "{folder: pictures, share: 0-10%}")
        let rest = try job("rest", "{folder: pictures, share: 10-100%}")
        let first = try await submit(trial)
        let lower = try members("trial")
        #expect((880...1120).contains(lower.count), "\(lower.count)")
        #expect(first[0]["found"] == .number(10_000))
        #expect(first[0]["outside_share"] == .number(Double(10_000 - lower.count)))
        let other = try await submit(rest)
        let remaining = try members("rest")
        #expect(lower.isDisjoint(with: remaining) && lower.count + remaining.count == 10_000)
        // What the first job has read is known: nothing is read a second time.
        #expect(other[0]["read"] == .number(0) && other[0]["outside_share"] == .number(Double(lower.count)), "\(other)")
        try write(10_000..<15_000)
        let grown = try await submit(trial)
        #expect(grown[0]["read"] == .number(5000), "\(grown)")
        let more = try members("trial")
        let joined = more.subtracting(lower).map { Int($0.filter(\.isNumber)) ?? 0 }
        #expect(more.isSuperset(of: lower) && joined.allSatisfy { $0 >= 10_000 })
        _ = try await submit(trial, store: "other.db")
        #expect(try members("trial", "other.db") == more)
        let quiet = try await submit(trial)
        #expect(quiet[0]["read"] == .number(0) && quiet[0]["queued"] == .number(0))
    }

    @Test func `grows to all and shrinks to nothing without asking what was answered`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<61)
        func write(_ name: String, _ share: String, results: Int) throws -> String {
            try site.writeJob(
                name, images: ["{folder: pictures\(share)}"],
                features: ["{type: LABEL_DETECTION, maxResults: \(results)}"])
        }
        let base = try write("base", "", results: 5)
        try await site.cairn("run", base, exits: 0)
        #expect(try site.units().count == 60)
        _ = try write("base", ", share: 20-100%", results: 5)
        let trial = try write("trial", ", share: 0-20%", results: 6)
        let plan = try await site.cairn("plan", base, exits: 0)
        let members = { try site.scratch.book.number("SELECT count(*) FROM job_images WHERE job = 'trial'") }
        try await site.cairn("run", base, trial, exits: 0)
        let few = try members()
        #expect((3...25).contains(few))
        #expect(try site.units().count == 60 + few)
        #expect(plan.output.contains("  share   \(few) outside of the share\n"), "\(plan)")
        #expect(plan.output.contains("  removed \(few) pictures no longer in the job\n"), "\(plan)")
        let both = "SELECT count(*), count(DISTINCT image_id) FROM job_images"
        #expect(try site.scratch.book.rows(both) == [["60", "60"]])
        // To everybody: only the others are asked.
        _ = try write("trial", "", results: 6)
        try await site.cairn("run", trial, exits: 0)
        #expect(try site.units().count == 120)
        #expect(try members() == 60)
        // And to nobody: the base has its answers still.
        _ = try write("base", "", results: 5)
        try await site.cairn("run", base, exits: 0)
        _ = try write("trial", ", share: 0-20%", results: 6)
        let refused = try await site.cairn("nightly", trial, exits: 5)
        #expect(refused.output.contains("--accept-removed"), "\(refused)")
        let words = refused.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("would leave the job: its sources do not give them any more"), "\(refused)")
        try await site.cairn("nightly", trial, "--accept-removed", exits: 0)
        #expect(try members() == few)
        #expect(try site.units().count == 120)
    }

    @Test func `goes by the picture, whatever its name and its metadata`() async throws {
        try write(0..<60)
        let lower = try job("lower", "{folder: pictures, share: 0-50%}")
        _ = try await submit(lower)
        let before = try members("lower")
        let inside = try #require(before.sorted().first)
        let outside = try #require((0..<60).map { "pictures/\($0).png" }.first { !before.contains($0) })
        let picture = try Files.read(scratch.file(inside))
        try Files.rename(scratch.file(inside), to: scratch.file("pictures/renamed.png"))
        try scratch.write("pictures/renamed.png", PNG.inserting("tEXt", Array("Comment\0rated".utf8), into: picture))
        try scratch.copy(scratch.file(outside), to: "pictures/copy.png")
        let again = try await submit(lower)
        #expect(again[0]["queued"] == .number(0) && again[0]["renamed"] == .number(1), "\(again)")
        #expect(try members("lower") == before.subtracting([inside]).union(["pictures/renamed.png"]))
        // A picture that is overwritten by one from outside of the share leaves.
        let other = try #require(before.sorted().last)
        try scratch.copy(scratch.file(outside), to: other)
        let replaced = try await submit(lower)
        #expect(replaced[0]["replaced"] == .number(1), "\(replaced)")
        #expect(try members("lower") == before.subtracting([inside, other]).union(["pictures/renamed.png"]))
    }

    @Test func `is taken of lists and of objects, and a missing name outside of it leaves`() async throws {
        try write(0..<30)
        let objects = (0..<1000).map { "gs://bucket/\($0).jpg\n" }.joined()
        try scratch.write("names.txt", (0..<30).map { "pictures/\($0).png\n" }.joined() + objects)
        let list = try job("list", "{list: names.txt}")
        _ = try await submit(list)
        #expect(try members("list").count == 1030)
        _ = try job("list", "{list: names.txt, share: 30-100%}")
        let all = try members("list")
        let part = try await submit(list)
        let rest = try members("list")
        #expect(
            (600...800).contains(rest.count) && part[0]["outside_share"] == .number(Double(1030 - rest.count)),
            "\(part)")
        // Of the files that leave and of those that stay, one is not there any more.
        let gone = [all.subtracting(rest), rest].compactMap { $0.filter { $0.hasSuffix(".png") }.min() }
        for name in gone { try Files.remove(scratch.file(name)) }
        _ = try job("list", "{list: names.txt}")
        _ = try await submit(list, exits: 1)
        _ = try job("list", "{list: names.txt, share: 30-100%}")
        _ = try await submit(list, exits: 1)
        #expect(try members("list") == rest)
    }

    @Test func `of one source does not take from another that gives the same files`() async throws {
        try write(0..<40)
        let both = try job("both", "{folder: pictures, share: 0-30%}", "{folder: pictures, share: 20-100%, rotate: 0}")
        let first = try await submit(both)
        #expect(try members("both").count == 40)
        #expect(first[0]["queued"] == .number(40) && first[0]["found"] == .number(80), "\(first)")
        _ = try await submit(both)
        #expect(try members("both").count == 40)
        // Another turn of a picture is another image of the same share.
        let turned = try job("turned", "{folder: pictures, share: 0-30%, rotate: 90}")
        let lower = try job("lower", "{folder: pictures, share: 0-30%}")
        _ = try await submit(turned)
        _ = try await submit(lower)
        #expect(try members("turned") == members("lower"))
    }
}
