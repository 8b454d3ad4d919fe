import Crypto
import Domain
import ModelHosting
import Platform
import TestSupport
import Testing

@Suite("The cache of hosted models") struct CacheTests {
    @Test func `its folder is the user's own, by the standard for caches`() throws {
        #expect(
            try ModelCache(variables: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]).folder == FilePath("/c/cairn/models"))
        #expect(
            try ModelCache(variables: ["XDG_CACHE_HOME": "c", "HOME": "/h"]).folder
                == FilePath("/h/.cache/cairn/models"))
        #expect(throws: HostingError.self) { try ModelCache(variables: [:]) }
    }

    @Test func `everything in it is its owner's alone`() throws {
        let bench = try HostingBench()
        let resolved = try bench.resolve(bench.model(.firebaseML))
        for folder in ["", "versions", "sources", "partial", "locks", "apps"] {
            let path = folder.isEmpty ? bench.folder : bench.folder.appending(folder)
            #expect(Files.mode(path).map { $0 & 0o777 } == 0o700, "\(folder)")
            for name in Files.names(in: path) {
                #expect(Files.mode(path.appending(name)).map { $0 & 0o077 } == 0, "\(folder)/\(name)")
            }
        }
        #expect(Files.names(in: bench.folder.appending("partial")) == [])
        #expect(Files.names(in: bench.folder.appending("versions")) == [resolved.model.digest.hex])
    }

    @Test func `permissions of others are taken from a folder that is to be written`() throws {
        let bench = try HostingBench()
        try Files.makeFolder(bench.folder)
        try Files.permit(bench.folder, 0o755)
        _ = try bench.resolve(bench.model(.plainStorage))
        #expect(Files.mode(bench.folder).map { $0 & 0o777 } == 0o700)
    }

    @Test func `a folder that others may write to serves nothing`() throws {
        let bench = try HostingBench()
        _ = try bench.resolve(bench.model(.plainStorage))
        try Files.permit(bench.folder, 0o777)
        let error = #expect(throws: HostingError.self) { try bench.store().cached(bench.model(.plainStorage)) }
        #expect(error?.description.contains("others may write to it; run `chmod 700 ") == true)
    }

    @Test func `a version that was compared before is compared again once its file has changed`() throws {
        let bench = try HostingBench()
        let first = try bench.resolve(bench.model(.plainStorage)).model
        let store = bench.store()
        for _ in 0..<2 { #expect(try store.cached(first.digest)?.file == first.file) }
        var bytes = try Files.read(first.file)
        bytes[5000] ^= 1
        try Files.write(first.file, bytes)
        #expect(try store.cached(first.digest) == nil)
    }

    @Test func `a damaged version is found by its digest and downloaded again`() throws {
        let bench = try HostingBench()
        let model = bench.model(.plainStorage)
        let first = try bench.resolve(model).model
        var bytes = try Files.read(first.file)
        bytes[5000] ^= 1
        try Files.write(first.file, bytes)
        #expect(try bench.store().cached(model) == nil)
        #expect(try bench.store().cached(first.digest) == nil)
        #expect(try bench.resolve(model).content == modelBytes(10_000))
        #expect(try bench.store().cached(first.digest)?.file == first.file)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"source\":1}", "{\"source\":\"s\",\"checked\":1,\"versions\":[{\"digest\":\"zz\"}]}",
    ])
    func `a damaged record costs a download and nothing else`(_ record: String) throws {
        let bench = try HostingBench()
        let model = bench.model(.address)
        _ = try bench.resolve(model)
        let sources = bench.folder.appending("sources")
        try Files.write(sources.appending(try #require(Files.names(in: sources).first)), Array(record.utf8))
        #expect(try bench.resolve(model).content == modelBytes(10_000))
        #expect(try bench.resolve(model).path == "notModified")
    }

    @Test func `a symbolic link in the place of a download is not followed`() throws {
        let bench = try HostingBench()
        _ = try bench.resolve(bench.model(.plainStorage))
        bench.services.publish(modelBytes(9000))
        let sources = Files.names(in: bench.folder.appending("sources"))
        let partial = bench.folder.appending("partial").appending(String(try #require(sources.first).dropLast(5)))
        let victim = try bench.scratch.write("victim", "mine")
        #expect(shell("ln -s '\(victim)' '\(partial)'").status == 0)
        let resolved = try bench.resolve(bench.model(.plainStorage))
        #expect(resolved.path.contains("the model cache: cannot open"), "\(resolved.path)")
        #expect(try Files.text(victim) == "mine")
    }

    @Test func `entries tell what is there, and prune takes what no source and no run needs`() throws {
        let bench = try HostingBench()
        let model = bench.model(.plainStorage)
        let digests = try (1...4).map { seed in
            bench.services.publish(modelBytes(1000 * seed, seed: UInt64(seed)))
            return try bench.resolve(model).model.digest
        }
        let entries = try bench.store().cache.entries()
        #expect(entries.map(\.digest) == digests.reversed())
        #expect(entries.map(\.isNewest) == [true, false, false, false])
        #expect(entries.map(\.source) == Array(repeating: "gs://flower-bucket/models/flowers v1.tflite", count: 4))
        #expect(entries.map(\.bytes) == [4000, 3000, 2000, 1000])
        let pruned = try bench.store().cache.prune(keeping: [digests[1]])
        #expect((pruned.versions, pruned.bytes) == (2, 4000))
        #expect(try bench.store().cached(digests[0]) == nil)
        #expect(try bench.store().cached(digests[1]) != nil)
        #expect(try bench.store().cached(model)?.digest == digests[3])
        #expect(try bench.store().cache.prune(keeping: [], includesNewest: true).versions == 2)
        #expect(try bench.resolve(model).content == modelBytes(4000, seed: 4))
    }

    @Test func `prune takes what killed processes left, and nothing from a download under way`() throws {
        let bench = try HostingBench()
        let model = bench.model(.plainStorage)
        let first = try bench.resolve(model).model
        let sources = bench.folder.appending("sources")
        let record = try #require(Files.names(in: sources).first)
        try Files.write(sources.appending(".\(record).99999.new"), Array("{".utf8))
        let partial = bench.folder.appending("partial").appending(String(repeating: "a", count: 64))
        try Files.write(partial, [1, 2, 3])
        bench.services.publish(modelBytes(20_000, seed: 2))
        let cache = ModelCache(folder: bench.folder)
        let pruned = Monitor<ModelCache.Pruned?>(nil)
        let store = bench.store { event in
            if case .started = event { pruned.with { $0 = try? cache.prune(keeping: [], includesNewest: true) } }
        }
        #expect(try store.resolve(model).content == modelBytes(20_000, seed: 2))
        #expect(pruned.with { $0?.bytes } == 3)
        #expect(try bench.store().cached(first.digest) != nil)
        #expect(Files.names(in: sources).count == 2)
        #expect(try cache.prune(keeping: []).versions == 1)
        #expect(Files.names(in: sources) == [record])
    }
}
