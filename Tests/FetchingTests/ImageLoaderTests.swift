import Crypto
import Fetching
import Platform
import TestSupport
import Testing
import Domain
import Imaging

@Suite struct ImageLoaderTests {
    let scratch: Scratch
    let loader = ImageLoader(DownloadSettings(RetryPolicy(), certificates: nil))
    let bytes = Array("the content".utf8)

    init() throws { scratch = try Scratch() }

    private var key: ImageKey { ImageKey(.file, Digest(of: bytes.span)) }

    /// A name as it was when its content was digested.
    private func name(_ id: Int64, _ path: FilePath) -> FileLocation {
        let status = try? FileStatus(of: path)
        return FileLocation(
            id: PathID(id), path: path, bytes: status?.bytes ?? 0,
            modifiedNanoseconds: status?.modifiedNanoseconds ?? 0, inode: status?.inode ?? 0)
    }

    /// What comes of a content that is taken as a whole: the name that held it, and its bytes.
    private func load(
        _ key: ImageKey, from names: [FileLocation]
    ) throws(Failure) -> ImageLoader.Result<(id: PathID, bytes: [UInt8])> {
        try loader.load(key, from: names) { _, _ in
            nil
        } whole: { bytes, name in
            (name.id, bytes.indices.map { bytes[$0] })
        }
    }

    @Test func `a content is loaded from the first name that holds it, and names that are gone are told`() throws {
        try scratch.write("there", bytes)
        let names = [name(1, scratch.file("gone")), name(2, scratch.file("there")), name(3, scratch.file("gone too"))]
        let result = try load(key, from: names)
        #expect(result.outcome?.id == PathID(2) && result.outcome?.bytes == bytes && result.missing == [PathID(1)])
    }

    @Test func `a file that changed is not loaded, one that only looks changed is`() throws {
        try scratch.write("a", bytes)
        let known = name(1, scratch.file("a"))
        try scratch.write("a", Array("other content".utf8))
        let changed = try load(key, from: [known])
        #expect(changed.outcome == nil && changed.missing.isEmpty && changed.failure?.kind == .changed)
        try scratch.write("a", bytes)
        let touched = FileLocation(id: PathID(1), path: known.path, bytes: 1, modifiedNanoseconds: 1, inode: 1)
        #expect(try load(key, from: [touched]).outcome?.bytes == bytes)
    }

    @Test func `what is wrong with a content ends the search`() throws {
        try scratch.write("a", bytes)
        let names = [name(1, scratch.file("a")), name(2, scratch.file("a"))]
        var looks = 0
        #expect(throws: Failure.self) {
            _ = try loader.load(key, from: names) { _, _ in
                nil
            } whole: { (_, _) throws(Failure) -> Int in
                looks += 1
                throw Failure(stage: .decode, kind: .damaged, message: "no picture")
            }
        }
        #expect(looks == 1)
    }

    /// A long content, and a file of it whose time is long past.
    private func long(_ file: String) throws -> (bytes: [UInt8], path: FilePath) {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let path = try scratch.write(file, bytes)
        try Files.setModified(path, seconds: 1_000_000_000)
        return (bytes, path)
    }

    @Test func `a long file is gone through a part at a time, and taken as a whole where that does not serve`() throws {
        let (long, path) = try long("long")
        let result = try loader.load(ImageKey(.file, Digest(of: long.span)), from: [name(1, path)]) {
            file, _ -> [UInt8]? in
            #expect(!file.isWhole && file.start == 0)
            var parts = file.copy
            while !file.isAtEnd, (try? file.move(to: file.start + file.count)) != nil { parts += file.copy }
            return parts
        } whole: { _, _ in
            []
        }
        #expect(result.outcome == long)
        #expect(try load(ImageKey(.file, Digest(of: long.span)), from: [name(1, path)]).outcome?.bytes == long)
    }

    @Test(arguments: [true, false]) func `a long file that changes while it is gone through is digested again`(
        isSame: Bool
    ) throws {
        let (long, path) = try long("long")
        let second = try self.long("second").path
        let names = [name(1, path), name(2, second)]
        let result = try loader.load(ImageKey(.file, Digest(of: long.span)), from: names) {
            file, name -> (Bool, [UInt8])? in
            guard name.id == PathID(1) else { return nil }
            try? Files.write(path, isSame ? long : long.reversed())
            return (true, [])
        } whole: { bytes, name in
            (name.id == PathID(1), bytes.indices.map { bytes[$0] })
        }
        #expect(result.outcome?.1 == long && result.outcome?.0 == isSame)
        #expect(result.failure?.kind == (isSame ? nil : .changed))
    }

    @Test func `without a name nothing is loaded, and no name is to blame`() throws {
        let result = try load(key, from: [])
        #expect(result.outcome == nil && result.failure == nil && result.missing.isEmpty)
    }

    @Test func `a download is digested whatever its server says of it`() throws {
        let site = try Site()
        site["/a"] = .init(body: bytes, headers: ["ETag": "\"1\""])
        let address = name(1, FilePath(site.url("/a")))
        #expect(try load(key, from: [address]).outcome?.bytes == bytes)
        site["/a"] = .init(body: bytes + [0], headers: ["ETag": "\"1\""])
        #expect(try load(key, from: [address]).failure?.kind == .changed)
        site["/a"] = nil
        #expect(try load(key, from: [address]).missing == [PathID(1)])
    }

    @Test func `a file beyond the limit is not taken`() throws {
        let site = try Site()
        site["/big"] = .init(body: [UInt8](repeating: 0, count: 1001))
        let downloader = Downloader(DownloadSettings(RetryPolicy(), certificates: nil, limit: 1000))
        let error = #expect(throws: Failure.self) { _ = try downloader.fetch(FilePath(site.url("/big"))) }
        #expect(error?.kind == .tooLarge)
    }

    @Test func `a picture is found in a file of other metadata, and not in a file of another picture`() throws {
        let picture = try Fixtures.bytes("squares-64x48.png")
        let key = ImageIdentity(of: picture.span).key
        #expect(key.kind == .picture)
        try scratch.write("a", picture + Array("a note behind the end".utf8))
        // Its status is not that of the file which was digested.
        let name = FileLocation(id: PathID(1), path: scratch.file("a"), bytes: 1, modifiedNanoseconds: 2, inode: 3)
        #expect(try load(key, from: [name]).outcome?.id == PathID(1))
        try scratch.write("a", Fixtures.marked(picture, [1]))
        #expect(try load(key, from: [name]).failure?.kind == .changed)
    }

    @Test func `a picture whose file is damaged is taken from its next name`() throws {
        let picture = try Fixtures.bytes("squares-64x48.png")
        let key = ImageIdentity(of: picture.span).key
        try scratch.write("a", picture + [1])
        try scratch.write("b", picture)
        let damage = Failure(stage: .decode, kind: .damaged, message: "for what it says beside the picture")
        func load(_ key: ImageKey, from names: [FileLocation]) throws(Failure) -> ImageLoader.Result<PathID> {
            try loader.load(key, from: names) { _, _ in
                nil
            } whole: { bytes, name throws(Failure) in
                if bytes.count > picture.count { throw damage }
                return name.id
            }
        }
        let names = [name(1, scratch.file("a")), name(2, scratch.file("b"))]
        #expect(try load(key, from: names).outcome == PathID(2))
        let alone = try load(key, from: [names[0], name(3, scratch.file("gone"))])
        #expect(alone.outcome == nil && alone.failure == damage && alone.missing == [PathID(3)])
        // All files of this kind are the same bytes.
        let file = ImageKey(.file, Digest(of: (picture + [1]).span))
        #expect(throws: damage) { _ = try load(file, from: names) }
    }
}
