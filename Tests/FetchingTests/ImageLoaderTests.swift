import Crypto
import Fetching
import Platform
import TestSupport
import Testing
import Domain

@Suite struct ImageLoaderTests {
    let scratch: Scratch
    let loader = ImageLoader(DownloadSettings(RetryPolicy(), certificates: nil))
    let bytes = Array("the content".utf8)

    init() throws { scratch = try Scratch() }

    private var digest: Digest { Digest(of: bytes.span) }

    /// A name as it was when its content was digested.
    private func name(_ id: Int64, _ path: FilePath) -> FileLocation {
        let status = try? FileStatus(of: path)
        return FileLocation(
            id: PathID(id), path: path, bytes: status?.bytes ?? 0,
            modifiedNanoseconds: status?.modifiedNanoseconds ?? 0, inode: status?.inode ?? 0)
    }

    /// The content that was loaded last, as a whole.
    private func loaded() throws(Failure) -> [UInt8] {
        try loader.use { _ in
            nil
        } whole: { bytes in
            bytes.indices.map { bytes[$0] }
        }
    }

    @Test func `a content is loaded from the first name that holds it, and names that are gone are told`() throws {
        try scratch.write("there", bytes)
        let names = [name(1, scratch.file("gone")), name(2, scratch.file("there")), name(3, scratch.file("gone too"))]
        let result = loader.load(digest, from: names)
        #expect(result.location?.id == PathID(2) && result.missing == [PathID(1)])
        #expect(try loaded() == bytes)
    }

    @Test func `a file that changed is not loaded, one that only looks changed is`() throws {
        try scratch.write("a", bytes)
        let known = name(1, scratch.file("a"))
        try scratch.write("a", Array("other content".utf8))
        let changed = loader.load(digest, from: [known])
        #expect(changed.location == nil && changed.missing.isEmpty && changed.failure?.kind == .changed)
        try scratch.write("a", bytes)
        let touched = FileLocation(id: PathID(1), path: known.path, bytes: 1, modifiedNanoseconds: 1, inode: 1)
        #expect(loader.load(digest, from: [touched]).location != nil)
    }

    @Test func `a long file is gone through a part at a time, and taken as a whole where that does not serve`() throws {
        let long = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let known = name(1, try scratch.write("long", long))
        #expect(loader.load(Digest(of: long.span), from: [known]).location != nil)
        let parts = try loader.use { file -> [UInt8]? in
            #expect(!file.isWhole && file.start == 0)
            var parts = file.copy
            while !file.isAtEnd, (try? file.move(to: file.start + file.count)) != nil { parts += file.copy }
            return parts
        } whole: { _ in
            []
        }
        #expect(parts == long)
        #expect(loader.load(Digest(of: long.span), from: [known]).location != nil)
        #expect(try loaded() == long)
    }

    @Test(arguments: [true, false]) func `a long file that changes while it is gone through is taken as a whole`(
        isSame: Bool
    ) throws {
        let long = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let path = try scratch.write("long", long)
        try Files.setModified(path, seconds: 1_000_000_000)
        let known = name(1, path)
        #expect(loader.load(Digest(of: long.span), from: [known]).location != nil)
        let later = isSame ? long : long.reversed()
        do throws(Failure) {
            let bytes = try loader.use { _ in
                try? Files.write(known.path, later)
                return []
            } whole: { bytes in
                bytes.indices.map { bytes[$0] }
            }
            #expect(isSame && bytes == long)
        } catch {
            #expect(!isSame && error.kind == .changed)
        }
    }

    @Test func `without a name nothing is loaded, and no name is to blame`() {
        let result = loader.load(digest, from: [])
        #expect(result.location == nil && result.failure == nil && result.missing.isEmpty)
    }

    @Test func `a download is digested whatever its server says of it`() throws {
        let site = try Site()
        site["/a"] = .init(body: bytes, headers: ["ETag": "\"1\""])
        let address = name(1, FilePath(site.url("/a")))
        #expect(loader.load(digest, from: [address]).location != nil)
        site["/a"] = .init(body: bytes + [0], headers: ["ETag": "\"1\""])
        #expect(loader.load(digest, from: [address]).failure?.kind == .changed)
        site["/a"] = nil
        #expect(loader.load(digest, from: [address]).missing == [PathID(1)])
    }

    @Test func `a file beyond the limit is not taken`() throws {
        let site = try Site()
        site["/big"] = .init(body: [UInt8](repeating: 0, count: 1001))
        let downloader = Downloader(DownloadSettings(RetryPolicy(), certificates: nil, limit: 1000))
        let error = #expect(throws: Failure.self) { _ = try downloader.fetch(FilePath(site.url("/big"))) }
        #expect(error?.kind == .tooLarge)
    }
}
