import Platform
import TestSupport
import Testing

@Suite("A Vision service behind TLS", .inTurn) struct VisionTLSTests {
    let scratch: Scratch
    let certificate: Certificate

    init() throws {
        scratch = try Scratch()
        certificate = try Certificate(in: scratch)
    }

    @Test func `a Vision service behind TLS is asked where its certificate is known, and nobody else is`() async throws
    {
        let peer = try await VisionSite.peer(certificate.arguments, in: scratch)
        let port = try #require(peer.tlsPort)
        let site = try VisionSite(peer, marks: 1..<4)
        let job = try site.writeJob(endpoint: "https://localhost:\(port)")
        let unknown = try await site.cairn("run", job, exits: 4)
        #expect(
            unknown.error.contains("localhost cannot be reached") && unknown.error.contains("certificate"), "\(unknown)"
        )
        #expect(unknown.error.contains("--cacert FILE"), "\(unknown)")
        #expect(try site.requests().isEmpty)
        #expect(try site.tasks() == "queued 3")
        #expect(try site.books() == "0 settled, 0 uncertain")
        try await site.cairn("work", "--cacert", certificate.file.description, exits: 0)
        #expect(try site.tasks() == "done 3")
        #expect(try site.requests().allSatisfy { $0["tls"] == .flag(true) })
        try await site.audit()

        // The certificate is another's name.
        let other = try VisionSite(peer, marks: 1..<4)
        let ending = try await other.cairn(
            "run", try other.writeJob(endpoint: "https://127.0.0.1:\(port)"), "--cacert", certificate.file.description,
            exits: 4)
        #expect(ending.error.contains("127.0.0.1 cannot be reached"), "\(ending)")
        #expect(try other.requests().isEmpty)
    }

    @Test(arguments: [("none.pem", "cannot be read"), ("empty.pem", "holds no certificate")])
    func `a file of certificates that is none is refused before anything is asked`(file: String, words: String)
        async throws
    {
        let peer = try await VisionSite.peer(certificate.arguments, in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        let port = try #require(peer.tlsPort)
        try await site.cairn("submit", try site.writeJob(endpoint: "https://localhost:\(port)"), exits: 0)
        try site.scratch.write("empty.pem", "")
        let ending = try await site.cairn("work", "--cacert", file, exits: 2)
        #expect(ending.error.contains("\(file) \(words)"), "\(ending)")
        #expect(try site.requests().isEmpty && site.tasks() == "queued 3")
    }

    @Test func `a Vision service behind TLS is wanted of every host but this machine, before a key leaves it`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch, name: "plain")
        let site = try VisionSite(peer, marks: 1..<2)
        let ending = try await site.cairn("run", try site.writeJob(endpoint: "http://192.0.2.1:9"), exits: 2)
        #expect(ending.error.contains("https"), "\(ending)")
        #expect(ending.milliseconds < 20_000)
    }
}
