import Crypto
import Domain
import Fetching
import Platform
import TestSupport
import Testing

@testable import Submitting

@Suite("The threads that read and digest files", .timeLimit(.minutes(1))) struct FileDigestPoolTests {
    private let scratch: Scratch
    private let pool = FileDigestPool(
        limit: 4096, downloads: DownloadSettings(RetryPolicy(), certificates: nil))

    init() throws { scratch = try Scratch() }

    /// Everything that was given, as it comes back; by its place in the order of the sources.
    private func results(_ count: Int) -> [Int64: ReadFile] {
        var results: [Int64: ReadFile] = [:]
        while results.count < count, let file = pool.next(within: 30_000) { results[file.file.order] = file }
        return results
    }

    @Test func `give each file's digest and size, and what is no picture, too`() throws {
        defer { pool.stop() }
        let picture = try Fixtures.bytes("reddish-20x30.png")
        pool.add(NamedFile(path: try scratch.write("a.png", picture), order: 1))
        pool.add(NamedFile(path: try scratch.write("b.png", "text\n"), order: 2))
        #expect(pool.oldest == scratch.file("a.png") && !pool.isIdle && pool.hasRoom)
        let results = results(2)
        guard case .content(let identity, let listed)? = results[1]?.outcome,
            case .content(let other, _)? = results[2]?.outcome
        else {
            Issue.record("\(results)")
            return
        }
        #expect(
            identity.key == ImageKey(.picture, Digest(of: picture.span)) && identity.size == Size(width: 20, height: 30)
        )
        #expect(listed.bytes == picture.count && identity.format == "png")
        #expect(other.key == ImageKey(.file, Digest(of: "text\n")) && other.format == nil && other.size == nil)
        #expect(pool.isIdle && pool.oldest == nil && pool.next(within: 30_000) == nil)
    }

    @Test func `name the file that cannot be read, and read its neighbours`() throws {
        defer { pool.stop() }
        pool.add(NamedFile(path: scratch.file("none.png"), order: 1))
        pool.add(NamedFile(path: try scratch.write("large.png", [UInt8](repeating: 1, count: 4097)), order: 2))
        pool.add(NamedFile(path: try scratch.write("fits.png", [UInt8](repeating: 1, count: 4096)), order: 3))
        let results = results(3)
        let kinds = ([1, 2, 3] as [Int64]).map { order -> Failure.Kind? in
            if case .failure(let failure)? = results[order]?.outcome { failure.kind } else { nil }
        }
        #expect(kinds == [.missing, .tooLarge, nil], "\(results)")
    }

    @Test func `forget what no thread has begun, and finish the rest`() throws {
        defer { pool.stop() }
        var given: Int64 = 0
        while pool.hasRoom {
            given += 1
            pool.add(NamedFile(path: try scratch.write("\(given).png", "text\n"), order: given))
        }
        let first = pool.discardQueued()
        var read = 0
        while let file = pool.next(within: 30_000) {
            read += 1
            // Files are begun in their order: what was forgotten lies behind all that is read.
            if let first { #expect(file.file.order < Int64(first.name.description.dropLast(4)) ?? 0) }
        }
        #expect(pool.isIdle && (first == nil) == (read == given), "\(read) of \(given), then \(first as Any)")
    }
}
