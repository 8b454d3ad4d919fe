import JobBench
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Commands

/// Refusals in a folder of their own; the store is looked for by its whole path, so that no current folder counts.
@Suite("The refusal of a new store") struct NewStoreRefusalTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func refusal(
        _ found: NewStoreRefusal.Found, _ source: CommonOptions.StoreSource = .usual,
        line: [String] = ["run", "job.yaml"], manifests: [String] = ["job.yaml"], text: String = "job: job\n",
        isNight: Bool = false
    ) throws -> CommandFailure {
        var common = CommonOptions()
        common.store = StoreLocation(bench.folder.appending("new.db"))
        (common.storeSource, common.line) = (source, line)
        let context = CommandContext(common, Recorder().console, SQLiteStores())
        var job = try bench.job()
        job.source = text
        let jobs = manifests.map {
            JobFile(job: job, name: FilePath($0), file: bench.folder.appending($0), places: nil)
        }
        return NewStoreRefusal(found, billed: jobs, of: jobs, in: context, isNight: isNight).failure
    }

    private var store: FilePath { bench.folder.appending("new.db") }

    @Test func `says what stands where the store should be, and what named it`() throws {
        let nothing = try refusal(.nothing("/data/new.db"), .option)
        #expect(nothing.exit == .store)
        #expect(
            nothing.sentence
                == "there is no store /data/new.db (--store), and a new one would bill every image of job again; "
                + "nothing was done. Is the disk mounted and the path correct? To go ahead anyway:")
        #expect(nothing.steps == ["cairn run job.yaml --new-store"])
        let empty = try refusal(.empty("/data/new.db"), .manifest)
        #expect(
            empty.sentence.hasPrefix(
                "/data/new.db (`store:` of job.yaml) is empty (0 bytes), and a new store would bill"),
            "\(empty.sentence)")
        let others = try refusal(.otherJobs, .environment, isNight: true)
        #expect(
            others.sentence.hasPrefix(
                "\(store) (CAIRN_STORE) has never seen job job, and a run would bill every image; job was not asked."),
            "\(others.sentence)")
    }

    @Test func `a store that nothing names can be written into the manifest, or be asked for`() throws {
        let line = "echo 'store: \(store)' >> job.yaml"
        #expect(try refusal(.nothing("new.db")).steps == [line, "or", "cairn run job.yaml --new-store"])
        #expect(
            try refusal(.nothing("new.db"), text: "job: job").steps.first
                == "printf '\\n%s\\n' 'store: \(store)' >> job.yaml")
        #expect(
            try refusal(.nothing("new.db"), text: "{job: job}").steps.first
                == "job.yaml: add the key \"store\": \"\(store)\"")
        #expect(
            try refusal(.nothing("new.db"), text: "job: job\n...\n").steps.first
                == "job.yaml: add the line store: \(store) above its line ...")
        #expect(try refusal(.nothing("new.db"), isNight: true).steps == ["cairn run job.yaml --new-store"])
        #expect(
            try refusal(.nothing("new.db"), line: ["apply", "plan.json"]).steps == ["cairn apply plan.json --new-store"]
        )
        #expect(try refusal(.nothing("new.db"), manifests: ["-"]).steps == ["cairn run job.yaml --new-store"])
        #expect(
            try refusal(.nothing("new.db"), line: ["run", "--", "-odd.yaml"]).steps.last
                == "cairn run --new-store -- -odd.yaml")
    }

    @Test func `only the jobs that would be billed are refused`() throws {
        let context = CommandContext(CommonOptions(), Recorder().console, SQLiteStores())
        func file(_ name: String) throws -> JobFile {
            JobFile(
                job: try bench.job(name), name: FilePath("\(name).yaml"), file: FilePath("/\(name).yaml"), places: nil)
        }
        let (billed, free) = (try file("billed"), try file("free"))
        let refusal = NewStoreRefusal(.otherJobs, billed: [billed], of: [billed, free], in: context, isNight: false)
        #expect(refusal.refuses(billed) && !refusal.refuses(free))
    }
}
