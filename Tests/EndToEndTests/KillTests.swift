import Dispatch
import Glibc
import Platform
import TestSupport
import Testing

@Suite(.inTurn) struct KillTests {
    /// Kills in one store before a fresh one is taken.
    private static let killsInStore = 10

    @Test(arguments: 0..<20)
    func `whatever moment the program is killed at, every image is answered exactly once`(part: Int) async throws {
        var random = Seeded(seed(part))
        let isForgiving = part % 2 == 0
        let report: Comment = "seed \(seed(part))"
        let workspace = try Scratch()
        try workspace.writePictures(120, in: "pictures/0", seed: random.next())
        let job = try workspace.writeJob(more: isForgiving ? ["retry: {crashes: 100}"] : [])
        var kills = 0
        // Work in hand must have been hit as well, however slow the machine is.
        while try kills < Self.killsInStore || workspace.deaths() == 0 {
            try #require(kills < 100, "\(report): no kill has met an image in hand")
            // On a machine so slow that none has begun by then, later ones come later.
            let window = ([30, 90, 200].randomElement(using: &random) ?? 30) * (1 + kills / 15)
            // The first ones hit the submission, too.
            let workers = Int.random(in: 1...3, using: &random)
            let running = try (0..<workers).map { number in
                try number == 0 ? workspace.startCairn("run", job) : workspace.startCairn("work")
            }
            for one in running {
                await pause(milliseconds: Int.random(in: 1...window, using: &random))
                one.send(SIGKILL)
            }
            for one in running {
                let ending = await one.end()
                if ending.signal == SIGKILL { kills += 1 } else { try check(ending, after: kills, report) }
            }
            if try workspace.hasStore() {
                #expect(try workspace.breaches() == [], "\(report), after \(kills) kills")
            }
            // A run that is over leaves nothing to be killed at: other pictures join the job.
            if try workspace.hasStore(),
                try workspace.book.number("SELECT count(*) > 0 AND min(finished_at IS NOT NULL) FROM run") == 1
            {
                try workspace.writePictures(120, in: "pictures/\(kills)", seed: random.next())
            }
        }
        try await finish(workspace, job, isForgiving: isForgiving, report)
    }

    /// Lets the rest be done undisturbed, and counts.
    private func finish(_ workspace: Scratch, _ job: String, isForgiving: Bool, _ report: Comment) async throws {
        var last = try await workspace.cairn("run", job)
        if !isForgiving, last.status == 1 {
            #expect(
                try workspace.book.column("SELECT DISTINCT kind FROM failures") == ["quarantined"], "\(report): \(last)"
            )
            for run in try workspace.book.column("SELECT DISTINCT run_id FROM failures") {
                try await workspace.cairn("retry", run, exits: 0)
            }
            last = try await workspace.cairn("work")
        }
        #expect(last.status == 0, "\(report): \(last)")
        #expect(try workspace.breaches() == [], report)
        #expect(try workspace.book.number("SELECT count(*) FROM task WHERE state <> 'done'") == 0, report)
        #expect(try workspace.book.number("SELECT count(*) FROM attempt WHERE outcome = 'running'") == 0, report)
        let images = try workspace.book.number("SELECT count(*) FROM image")
        #expect(images >= 120 && images % 120 == 0, report)
        #expect(try workspace.book.number("SELECT count(*) FROM answer") == images, report)
        try await workspace.cairn("doctor", exits: 0)
        let again = try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.book.number("SELECT count(*) FROM answer") == images, "\(report): \(again)")
    }

    /// A program that came to its end before it was killed may only have found what is true.
    private func check(_ ending: Ending, after kills: Int, _ report: Comment) throws {
        let isSound =
            ending.status == 0 || ending.status == 1
            // A worker may come before the store does.
            || (ending.status == 3 && ending.command.last == "work" && ending.error.contains("cannot open the store"))
        #expect(isSound, "\(report), after \(kills) kills: \(ending)")
    }

    private func seed(_ part: Int) -> UInt64 { 20_240_117 &* 1_000 &+ UInt64(part) }
}

/// Lets a random moment come: this is the one place where time itself is the point.
func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
}

extension Scratch {
    /// Whether the store is there with its tables.
    func hasStore() throws -> Bool {
        guard Files.mode(book.path) != nil else { return false }
        return try book.number("SELECT count(*) FROM sqlite_master WHERE name = 'answer'") == 1
    }

    /// How many images were in a worker's hand when it died.
    func deaths() throws -> Int {
        try hasStore() ? book.number("SELECT count(*) FROM attempt WHERE outcome = 'died'") : 0
    }
}
