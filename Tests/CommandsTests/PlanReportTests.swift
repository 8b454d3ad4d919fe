import JobBench
import Platform
import SQLiteStore
import Storage
import Submitting
import TestSupport
import Testing
import Domain

@testable import Commands

/// Plans that real looks at files and a store have made.
@Suite("The report of a plan") struct PlanReportTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private let manifest = FilePath("my job.yaml")

    private func plan(_ job: Job? = nil, _ detail: PlanDetail = .numbers) throws -> JobPlan {
        try bench.submitter().plan(try job ?? bench.job(), manifest: bench.folder.appending("job.yaml"), detail)
    }

    private func lines(_ plan: JobPlan, out: FilePath? = nil, _ refusals: [SubmissionRefusal] = []) -> [String] {
        PlanReport(plan, manifest: manifest, out: out, refusals: refusals).text.split(separator: "\n").map(
            String.init)
    }

    @Test func `new images come with their reason, and with the command that asks them`() throws {
        let text = lines(try plan())
        #expect(text.first == "  asks    4 images (4 new)")
        #expect(text.contains("  time    not known before the first run; nothing is billed"), "\(text)")
        #expect(!text.joined().contains("unit"), "\(text)")
        #expect(text.last == "plan of job: 4 files found; to do it: `cairn run 'my job.yaml'`")
        #expect(
            lines(try plan(nil, .images), out: FilePath("out.json")).last?
                .hasSuffix("; to do it: `cairn apply out.json`") == true)
        #expect(lines(try plan(), [.missing(11, known: 11)]).last == "plan of job: 4 files found")
    }

    @Test func `what a fast plan has not read counts as new`() throws {
        #expect(lines(try plan(nil, .fast)).contains("          4 files not read and counted as new"))
    }

    @Test func `queued images of a paused run name the command that resumes it`() throws {
        let run = try bench.queued(try bench.job())
        #expect(lines(try plan()).contains("  queued  4 images in run 1"))
        _ = try bench.store.control.pause(run)
        let text = lines(try plan())
        #expect(
            text.contains { $0.hasPrefix("  queued ") && $0.contains("4 images in run 1, which is paused") }, "\(text)")
        #expect(
            text.last?.hasSuffix(
                "; run 1 is paused; to do it: `cairn resume 1`, and then `cairn run 'my job.yaml'`") == true, "\(text)")
    }

    @Test func `a plan with nothing to do has no next step`() throws {
        _ = try bench.run(try bench.job())
        #expect(lines(try plan()).last == "plan of job: 4 files found, nothing to ask")
        try bench.remove("0.png")
        let text = lines(try plan())
        #expect(text.contains("  missing 1 picture would be marked as missing"), "\(text)")
        #expect(text.last?.hasSuffix(", nothing to ask; to do it: `cairn run 'my job.yaml'`") == true, "\(text)")
    }

    @Test func `the exit code tells what could not be read, and with --exit-code what there is to do`() throws {
        let all = PlanCommand.Options()
        let telling = PlanCommand.Options(tellsWork: true)
        let new = try plan()
        #expect(all.exit(of: new) == .done && telling.exit(of: new) == .changes)
        let broken = try plan(try bench.job("job", images: "[{folder: pictures}, {folder: none}]"))
        #expect(broken.problems == 1 && telling.exit(of: broken) == .someFailed)
        _ = try bench.run(try bench.job())
        #expect(telling.exit(of: try plan()) == .done)
        let shutdown = ShutdownRequest()
        shutdown.escalate()
        let cut = try bench.submitter(shutdown).plan(
            try bench.job(), manifest: bench.folder.appending("job.yaml"), .numbers)
        #expect(telling.exit(of: cut) == .interrupted)
    }

    @Test func `a plan is written out only where its images are read and its manifest is a file`() {
        func sentence(_ options: PlanCommand.Options, _ manifests: String...) -> String? {
            options.refusal(of: manifests.map { FilePath($0) })?.sentence
        }
        let out = FilePath("out.json")
        #expect(
            sentence(PlanCommand.Options(out: out, isFast: true), "-")
                == "--out needs the digest of every image; leave --fast out")
        #expect(
            sentence(PlanCommand.Options(out: out), "-")
                == "--out needs a manifest file: a plan from standard input could not be applied later")
        #expect(
            sentence(PlanCommand.Options(out: out), "a.yaml", "b.yaml")
                == "--out writes the plan of one job; plan the others by themselves")
        #expect(sentence(PlanCommand.Options(out: out), "job.yaml") == nil)
        #expect(sentence(PlanCommand.Options(isFast: true), "-") == nil)
    }
}
