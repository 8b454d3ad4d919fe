import Crypto
import Domain
import Glibc
import ModelHosting
import Platform
import TestSupport
import Testing

/// Whether a small disk may be mounted at all: containers without privileges forbid it.
private let mayMount = shell("unshare -rm mount -t tmpfs none /mnt").status == 0

@Suite("Processes that share a cache of models") struct ProcessTests {
    /// What processes print that ask for the same model at once.
    private func send(
        _ count: Int, _ bench: HostingBench, when: String = "changed", address: String
    ) throws -> [String] {
        let processes = try (0..<count).map { try AgentProcess("agent-\($0)", bench, address, when: when) }
        return try processes.map { try $0.end() }
    }

    @Test(arguments: ["https", "storage"])
    func `twenty processes download once`(_ kind: String) throws {
        let bench = try HostingBench(modelBytes(3_000_000))
        bench.services.fault(.slow(4_000_000))
        let address = kind == "https" ? bench.services.address : "gs://\(ModelServices.bucket)/\(ModelServices.object)"
        let lines = try send(20, bench, address: address)
        let digest = Digest(of: modelBytes(3_000_000).span).hex
        #expect(lines.count == 20)
        #expect(lines.filter { $0 == "downloaded \(digest) 3000000" }.count == 1, "\(lines)")
        #expect(lines.filter { $0 == "notModified \(digest) 0" }.count == 19, "\(lines)")
        #expect(bench.services.downloads == 1)
    }

    @Test func `a download that is cut at 200 random bytes ends with the right digest`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var numbers = Seeded(seed)
        // More than fifty cuts bring, so that all of them happen.
        let content = modelBytes(3_200_000, seed: seed)
        let digest = Digest(of: content.span)
        for place in HostingBench.Place.allCases {
            let bench = try HostingBench(content)
            // Fifty cuts a service; each try that brings bytes lets another one follow.
            for _ in 0..<50 {
                bench.services.fault(.cut(Int.random(in: 0...60_000, using: &numbers)), times: 1)
            }
            var resolved: ResolvedModel?
            var runs = 0
            while resolved == nil, runs < 60 {
                resolved = try? bench.resolve(bench.model(place))
                runs += 1
            }
            #expect(resolved?.model.digest == digest, "seed \(seed), \(place)")
            #expect(resolved?.content == content, "seed \(seed), \(place)")
            let resumed = bench.events.compactMap { if case .started(_, let at, _) = $0, at > 0 { at } else { nil } }
            #expect(resumed.count >= 5, "seed \(seed), \(place): \(resumed)")
            #expect(bench.services.downloads == 51, "seed \(seed), \(place)")
            // Nothing is downloaded twice.
            #expect(resumed == resumed.sorted(), "seed \(seed), \(place)")
            #expect(bench.services.violations == [])
        }
    }

    @Test func `a process that is killed at any moment leaves nothing that the next one cannot use`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var numbers = Seeded(seed)
        let content = modelBytes(600_000, seed: seed)
        let digest = Digest(of: content.span).hex
        let bench = try HostingBench(content)
        bench.services.fault(.slow(2_000_000))
        for round in 0..<30 {
            if round % 6 == 0 { Files.removeTree(bench.folder) }
            let after = Int64.random(in: 20...350, using: &numbers)
            let address =
                round % 2 == 0 ? bench.services.address : "gs://\(ModelServices.bucket)/\(ModelServices.object)"
            let process = try AgentProcess("agent", bench, address, when: "always")
            pauseThread(milliseconds: after)
            _ = try process.kill()
            // Whatever lies under a digest's name has that digest.
            for name in Files.names(in: bench.folder.appending("versions")) {
                let bytes = try Files.read(bench.folder.appending("versions").appending(name))
                #expect(Digest(of: bytes.span).hex == name, "seed \(seed), round \(round)")
            }
        }
        bench.services.mend()
        for address in [bench.services.address, "gs://\(ModelServices.bucket)/\(ModelServices.object)"] {
            let line = try #require(try send(1, bench, address: address).first)
            #expect(line.contains(digest), "seed \(seed): \(line)")
        }
    }

    @Test func `the next process publishes a whole download without asking for its bytes again`() throws {
        let bench = try HostingBench()
        let model = bench.model(.plainStorage)
        let resolved = try bench.resolve(model).model
        // As it is left by a process that dies between the record and the move.
        let sources = Files.names(in: bench.folder.appending("sources"))
        let partial = bench.folder.appending("partial").appending(String(try #require(sources.first).dropLast(5)))
        try Files.rename(resolved.file, to: partial)
        try Files.write(
            FilePath("\(partial).json"),
            Array(
                "{\"version\":\"1000\",\"validator\":\"\\\"tag-1000\\\"\",\"name\":\"1000\",\"total\":\"10000\"}".utf8))
        #expect(try bench.resolve(model).content == modelBytes(10_000))
        #expect(bench.services.downloads == 1)
    }

    @Test func `without a network the cached model answers, and offline needs none`() throws {
        let bench = try HostingBench()
        let address = bench.services.address
        #expect(try send(1, bench, address: address).first?.hasPrefix("downloaded ") == true)
        let alone = shell("unshare -rn \(agent) \(bench.folder) '\(address)' changed offline")
        #expect(String(decoding: alone.output, as: UTF8.self).hasPrefix("cached "))
        let traced = shell("unshare -rn \(agent) \(bench.folder) '\(address)' changed")
        #expect(String(decoding: traced.output, as: UTF8.self).hasPrefix("cached "))
    }

    @Test(.enabled(if: mayMount)) func `a full disk is named, and the cached model answers`() throws {
        let bench = try HostingBench(modelBytes(3_000_000))
        let disk = bench.scratch.file("disk")
        try Files.makeFolder(disk)
        let run =
            "mount -t tmpfs -o size=1m none \(disk) && exec \(agent) \(disk)/cache '\(bench.services.address)' changed"
        let errors = bench.scratch.file("errors")
        let full = shell("unshare -rm sh -c \"\(run)\" 2> \(errors)")
        #expect(full.status == 4)
        let words = try Files.text(errors)
        #expect(
            words.contains("the model cache: cannot write") && words.contains("No space left on device"), "\(words)")
    }

    @Test(.enabled(if: mayMount)) func `a read-only cache is named, and what is in it answers`() throws {
        let bench = try HostingBench()
        func run(_ address: String) -> String {
            "mount --bind \(bench.folder) \(bench.folder) && mount -o remount,bind,ro \(bench.folder) "
                + "&& exec \(agent) \(bench.folder) '\(address)' changed"
        }
        #expect(try send(1, bench, address: bench.services.address).first?.hasPrefix("downloaded ") == true)
        bench.services.publish(modelBytes(5000))
        let kept = shell("unshare -rm sh -c \"\(run(bench.services.address))\"")
        #expect(String(decoding: kept.output, as: UTF8.self).hasPrefix("cached "))
        let errors = bench.scratch.file("errors")
        let other = shell("unshare -rm sh -c \"\(run(bench.services.address + "?other"))\" 2> \(errors)")
        #expect(other.status == 4)
        let words = try Files.text(errors)
        #expect(words.contains("Read-only file system; free space there or make it writable"), "\(words)")
    }
}
