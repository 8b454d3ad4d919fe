import Backends
import JobBench
import Platform
import Reporting
import Services
import TestSupport
import Testing
import Domain

/// The look at what a job names, without the program around it.
@Suite("The look before a run") struct PreflightTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func diagnostics(of job: Job, library: FilePath? = Fixtures.library) -> [Diagnostic] {
        let process = ProcessEnvironment(variables: ["EMPTY": ""], clock: bench.time.clock)
        let environment = BackendEnvironment(process, libraryPlaces: library.map { [$0] } ?? [])
        return Preflight(environment).diagnostics(of: job)
    }

    @Test func `a job whose files are there has nothing to say of`() throws {
        #expect(diagnostics(of: try bench.job()) == [])
    }

    @Test func `what is not on this machine is told by its key`() throws {
        let job = try bench.job(
            "job", images: "[{folder: none}, {list: none.txt}, {folder: pictures}]",
            backend: "{kind: tflite, model: none.tflite, labels: none.txt}")
        let found = diagnostics(of: job)
        #expect(found.map(\.keyPath) == ["images[0].folder", "images[1].list", "backend.model", "backend.labels"])
        #expect(found.map(\.kind) == [.absent, .absent, .backendAbsent, .absent])
    }

    @Test func `a library that is missing is told of a job that needs it`() throws {
        let found = diagnostics(of: try bench.job(), library: nil)
        #expect(found.map(\.keyPath) == ["backend.kind"] && found.map(\.kind) == [.backendAbsent], "\(found)")
        let vision = "{kind: vision, auth: {apiKey: env:KEY}}"
        let remote = diagnostics(
            of: try bench.job("job", "features: [LABEL_DETECTION]", backend: vision), library: nil)
        #expect(remote.map(\.keyPath) == ["backend.auth.apiKey"] && remote.map(\.kind) == [.absent], "\(remote)")
    }

    @Test func `answers that are asked again within a day are pointed out where they are billed`() throws {
        let more = "features: [LABEL_DETECTION]\nrefresh: {olderThan: 12h}"
        let vision = "{kind: vision, auth: {apiKey: env:EMPTY}}"
        let found = diagnostics(of: try bench.job("job", more, backend: vision))
        #expect(found.map(\.keyPath) == ["backend.auth.apiKey", "refresh.olderThan"], "\(found)")
        #expect(found.last?.kind == .advice)
        #expect(diagnostics(of: try bench.job("job", "refresh: {olderThan: 12h}")) == [])
    }
}
