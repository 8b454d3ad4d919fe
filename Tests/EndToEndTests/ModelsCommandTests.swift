import Platform
import TestSupport
import Testing

@Suite("The command models", .inTurn) struct ModelsCommandTests {
    let place: HostedPlace

    init() throws { place = try HostedPlace() }

    @Test func `list tells whether a job's model is here, and which jobs are pinned to it`() async throws {
        let job = try place.writeJob()
        let none = try await place.cairn("models", "list", job, exits: 4)
        #expect(none.error.contains("`cairn models pull job.yaml` fetches it"), "\(none)")
        try await place.cairn("run", job, exits: 0)
        let listed = try await place.cairn("models", "list", job, "--json", exits: 0)
        let digest = place.digest(0)
        #expect(listed.output.contains(#""sha256":"\#(digest)""#), "\(listed)")
        #expect(listed.output.contains(#""jobs":"job""#), "\(listed)")
        let all = try await place.cairn("models", exits: 0)
        #expect(all.output.contains("\(place.site.address)") && all.output.contains(digest.prefix(8)), "\(all)")
        let local = try place.scratch.writeJob("local")
        try await place.cairn("models", "list", local, exits: 0)
    }

    @Test func `pull copies models to a folder, and gives two of one name different ones`() async throws {
        try place.writeJob()
        try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", exits: 0)
        #expect(try Files.read(place.scratch.file("out/models/flowers.tflite")) == place.versions[0])
        place.site.publish(place.versions[1])
        let pulled = try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", "--json", exits: 0)
        let short = place.digest(1).prefix(8)
        #expect(try Files.read(place.scratch.file("out/models/flowers-\(short).tflite")) == place.versions[1])
        #expect(pulled.output.contains(#""outcome":"downloaded""#), "\(pulled)")
        let again = try await place.cairn("models", "pull", "job.yaml", "--to", "out/models", "--json", exits: 0)
        #expect(again.output.contains(#""outcome":"newest""#), "\(again)")
        #expect(Files.names(in: place.scratch.file("out/models")).count == 2)
        try await place.cairn("models", "pull", exits: 2)
    }

    @Test(arguments: ["file", "large", "pipe", "dangling", "folder"])
    func `pull copies over nothing that has the model's name`(kind: String) async throws {
        try place.writeJob()
        let taken = place.scratch.file("out/flowers.tflite")
        try place.scratch.write("out/other", "")
        let make = [
            "file": "echo mine > $f", "large": "truncate -s 2200M $f", "pipe": "mkfifo $f",
            "dangling": "ln -s nothing $f", "folder": "mkdir $f",
        ]
        let made = try await place.scratch.bash("f=\(taken); \(make[kind] ?? "exit 1")")
        #expect(made.status == 0, "\(made)")
        let before = (Files.mode(taken), FileStatus.isLink(taken), try? FileStatus(of: taken))
        let short = place.digest(0).prefix(8)
        let versioned = place.scratch.file("out/flowers-\(short).tflite")
        for _ in 0..<2 {
            try await place.cairn("models", "pull", "job.yaml", "--to", "out", exits: 0)
            #expect(try Files.read(versioned) == place.versions[0])
        }
        let after = (Files.mode(taken), FileStatus.isLink(taken), try? FileStatus(of: taken))
        #expect(before == after, "\(kind)")
        #expect(Files.names(in: place.scratch.file("out")).count == 3)
        try Files.write(versioned, [1])
        let full = try await place.cairn("models", "pull", "job.yaml", "--to", "out", exits: 2)
        #expect(full.error.contains("are there already and are not this model; name another folder"), "\(full)")
        #expect(try Files.read(versioned) == [1])
    }

    @Test(arguments: [(".bashrc", "_.bashrc"), ("-rf.tflite", "_-rf.tflite"), ("...", "_...")])
    func `pull gives no hidden name, and none that is taken for an option`(name: String, copy: String) async throws {
        let model = place.versions[0]
        let server = try RawServer { visitor in
            while visitor.request() != nil {
                visitor.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(model.count)\r\n\r\n")
                visitor.write(model)
            }
        }
        try place.writeJob("job", ["url: \(server.url("/\(name)"))"])
        try await place.cairn("models", "pull", "job.yaml", "--to", "out", exits: 0)
        #expect(Files.names(in: place.scratch.file("out")) == [copy])
    }

    @Test func `a flood of headers and a loop of redirects are told as what they are`() async throws {
        let flood =
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "y", count: 500))\r\n", count: 2000)
        let tag = "HTTP/1.1 200 OK\r\nETag: \"\(String(repeating: "y", count: 120_000))\"\r\n"
        for (answer, status, words) in [
            (flood, 4, "the server sent more than 262144 bytes of headers"),
            (tag, 4, "the server sent a header of more than 102400 bytes"),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/a.tflite\r\nContent-Length: 0\r\n\r\n", 4,
                "it redirects to http, and only https is followed"
            ),
        ] as [(String, Int32, String)] {
            let server = try RawServer { visitor in
                _ = visitor.request()
                visitor.write(answer)
                visitor.waitForEnd()
            }
            try place.writeJob("job", ["url: \(server.url("/a.tflite"))"])
            let ending = try await place.cairn("models", "pull", "job.yaml", exits: status)
            #expect(ending.error.contains(words) && !ending.error.contains("1073741824"), "\(ending)")
        }
    }

    @Test func `pull takes the models of all jobs of a store`() async throws {
        try await place.cairn("run", try place.writeJob(), exits: 0)
        try await place.emptyCache()
        let pulled = try await place.cairn("models", "pull", "--all", "--json", exits: 0)
        #expect(pulled.output.contains(#""job":"job""#) && place.site.downloads == 2, "\(pulled)")
    }

    @Test func `a property list alone is enough to pull a model of Firebase ML`() async throws {
        place.site.restrict(to: "org.example.flowers")
        try place.scratch.write("GoogleService-Info.plist", ModelServices.propertyList)
        let job = try place.writeJob(
            "job", ["firebaseML: {name: flowers}", "plist: GoogleService-Info.plist", "endpoint: \(place.site.url)"])
        let pulled = try await place.cairn("models", "pull", job, "--json", exits: 0)
        #expect(pulled.output.contains(place.digest(0)), "\(pulled)")
        #expect(!pulled.error.contains(ModelServices.apiKey) && !pulled.error.contains("s3cr3t"), "\(pulled)")
        try await place.cairn("run", job, exits: 0)
        #expect(place.site.downloads == 1 && place.site.registrations == 1)
        #expect(place.site.violations == [])
        // One spelling of its name everywhere, with the project that the property list alone tells.
        let name = "firebaseml://\(ModelServices.project)/flowers"
        let listed = try await place.cairn("models", "list", exits: 0)
        #expect(listed.output.contains(name) && pulled.output.contains(name), "\(listed) \(pulled)")
        #expect(try place.scratch.book.column("SELECT DISTINCT model FROM recipes")[0].hasPrefix("\(name)@"))
    }

    @Test func `an object of Cloud Storage is pulled by its generation`() async throws {
        let name = "gs://\(ModelServices.bucket)/\(ModelServices.object)"
        let job = try place.writeJob(
            "job", ["storage: \(name)", "auth: {accessToken: env:TOKEN}", "endpoint: \(place.site.url)"])
        let secrets = ["TOKEN": ModelServices.accessToken]
        try await place.cairn("run", job, exits: 0, environment: secrets)
        try await place.cairn("run", job, exits: 0, environment: secrets)
        #expect(place.site.downloads == 1 && place.site.questions == 2 && place.site.violations == [])
        #expect(try place.scratch.book.column("SELECT model FROM recipe").first?.hasPrefix("\(name)@") == true)
    }

    @Test func `prune removes what no job is pinned to, and says before what that is`() async throws {
        let job = try place.writeJob()
        try await place.cairn("run", job, exits: 0)
        place.site.publish(place.versions[1])
        try await place.cairn("models", "pull", job, exits: 0)
        place.site.publish(place.versions[0] + [1])
        try await place.cairn("models", "pull", job, exits: 0)
        let short = place.digest(1).prefix(8)
        let dry = try await place.cairn("models", "prune", "--dry-run", exits: 0)
        #expect(dry.output.contains(short) && dry.error.contains("1 version would be removed"), "\(dry)")
        let pruned = try await place.cairn("models", "prune", exits: 0)
        #expect(pruned.error.contains("1 version removed"), "\(pruned)")
        let left = try await place.cairn("models", "prune", "--newest", exits: 0)
        #expect(left.error.contains("1 version removed"), "\(left)")
        // The run's own version is still here.
        place.site.fault(.missing)
        let listed = try await place.cairn("models", "list", "--json", exits: 0)
        #expect(listed.output.contains(place.digest(0)), "\(listed)")
        try await place.cairn("models", "prune", "--store", "none.db", exits: 3)
    }
}
