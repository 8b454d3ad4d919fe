import Platform
import TestSupport
import Testing

/// Addresses that open a private file to whoever has them.
@Suite("Signed addresses in jobs", .inTurn) struct SignedAddressTests {
    let scratch: Scratch
    private let secret = "5ec7e75ec7e7"

    init() throws { scratch = try Scratch() }

    @Test(arguments: [
        "X-Goog-Date=1&X-Goog-Signature", "X-Amz-Signature", "GoogleAccessId=a&Expires=1&Signature", "sv=1&se=2&sig",
    ])
    func `a hosted model's is refused, with what to write instead`(query: String) async throws {
        try scratch.write(
            "job.yaml",
            """
            job: j
            images: [{folder: .}]
            backend: {kind: tflite, hosted: {url: "https://example.org/m.tflite?\(query)=\(secret)"}}
            """)
        for words in ["check", "submit"] {
            let ending = try await scratch.cairn(words, "job.yaml", exits: 2)
            #expect(ending.error.contains("backend.hosted.url: the address is signed ("), "\(ending)")
            #expect(ending.error.contains("give a public address, or `storage: gs://bucket/object`"), "\(ending)")
            #expect(!ending.error.contains(secret) && !ending.output.contains(secret), "\(ending)")
        }
        #expect(Files.names(in: scratch.path).filter { $0.hasPrefix("cairn.db") } == [])
    }

    @Test func `a picture's is used and kept, warned of, and shown nowhere`() async throws {
        let picture = Picture(width: 16, height: 16, color: [200, 100, 0]).png
        let server = try RawServer { visitor in
            while let request = visitor.request() {
                guard request.target.hasPrefix("/good") else {
                    visitor.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                visitor.write("HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\n\r\n")
                if request.method != "HEAD" { visitor.write(picture) }
            }
        }
        let query = "?X-Goog-Date=1&X-Goog-Signature=\(secret)"
        try scratch.write("list.txt", "\(server.url("/good/1.png"))\(query)\n\(server.url("/bad.png"))\(query)\n")
        let job = try scratch.writeJob(images: ["url: \(server.url("/good/2.png"))\(query)", "list: list.txt"])
        let check = try await scratch.cairn("check", job, exits: 0)
        for key in ["images[0].url", "images[1].list"] {
            #expect(check.error.contains("\(key): an address is signed (X-Goog-Signature)"), "\(check)")
        }
        var endings = [check, try await scratch.cairn("plan", job, "--out", "plan.json")]
        endings.append(try await scratch.cairn("run", job, "--log", "log"))
        for words in [
            "status", "status --json", "plan job.yaml", "plan job.yaml --json", "run job.yaml", "retry 1", "work",
            "results", "doctor",
        ] {
            let words = [Place.cairn.description] + words.split(separator: " ").map(String.init)
            endings.append(try await scratch.start(words).end())
        }
        for format in ["table", "csv", "tsv", "json", "ndjson"] {
            for sql in ["SELECT path FROM images", "SELECT * FROM failures", "SELECT * FROM labels"] {
                endings.append(try await scratch.cairn("query", sql, "--format", format, exits: 0))
            }
        }
        for ending in endings {
            #expect(!ending.output.contains(secret) && !ending.error.contains(secret), "\(ending)")
        }
        for name in ["plan.json", "log"] { #expect(try !Files.text(scratch.file(name)).contains(secret), "\(name)") }
        let rows = try await scratch.cairn("query", "SELECT path FROM images", "--format", "csv", exits: 0)
        #expect(rows.output.contains(".png?X-Goog-Date=1&X-Goog-Signature=***"), "\(rows)")
        // A backup is whole.
        let copied = try await scratch.cairn("query", "--out", "copy.db", exits: 0)
        #expect(copied.error.contains("mode 0600") && copied.error.contains("signatures of addresses"), "\(copied)")
        let copy = scratch.file("copy.db")
        #expect(Files.mode(copy).map { $0 & 0o777 } == 0o600)
        #expect(try Files.read(copy).firstPlace(of: Array(secret.utf8), from: 0) != nil)
    }
}
