import Curl
import Glibc
import TestSupport
import Testing

@Suite("A server of HTTP 2 that takes a body slowly") struct WindowTests {
    @Test func `is waited for without work`() throws {
        let scratch = try Scratch()
        let certificate = try Certificate(in: scratch)
        let peer = try Peer(
            "vision_peer.py", ["--canned", "--h2", "--stall-ms", "800"] + certificate.arguments, in: scratch)
        var request = HTTPRequest(
            .post, "https://localhost:\(try #require(peer.tlsPort))/v1/images:annotate")
        // More than a window of 65,535 bytes.
        request.body.append(Array(#"{"requests": []}"#.utf8))
        request.body.append([UInt8](repeating: UInt8(ascii: " "), count: 1_000_000))
        let client = HTTPClient(certificates: certificate.file)
        let (wall, work) = try (seconds(CLOCK_MONOTONIC), seconds(CLOCK_THREAD_CPUTIME_ID))
        #expect(try client.perform(request).status == 200)
        let (waited, worked) = try (seconds(CLOCK_MONOTONIC) - wall, seconds(CLOCK_THREAD_CPUTIME_ID) - work)
        #expect(waited > 0.8 && worked < waited / 4, "\(worked) s of work in \(waited) s")
    }

    private func seconds(_ clock: clockid_t) throws -> Double {
        var time = timespec()
        try #require(clock_gettime(clock, &time) == 0)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
