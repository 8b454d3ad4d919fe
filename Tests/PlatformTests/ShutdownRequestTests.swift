import Platform
import Testing

@Suite struct ShutdownRequestTests {
    @Test func `the first request drains and the second stops`() {
        let shutdown = ShutdownRequest()
        #expect(!shutdown.isDraining && !shutdown.isStopping)
        #expect(shutdown.escalate() == 1)
        #expect(shutdown.isDraining && !shutdown.isStopping)
        #expect(shutdown.escalate() == 2)
        #expect(shutdown.isDraining && shutdown.isStopping)
    }

    @Test func `a wait ends with the request`() {
        let shutdown = ShutdownRequest()
        #expect(!shutdown.wait(milliseconds: 1))
        WorkerThreads.start(1, named: "request") { shutdown.escalate() }
        #expect(shutdown.wait(milliseconds: 60_000))
    }
}
