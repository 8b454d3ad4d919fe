import Crypto
import Testing
import Domain

@Suite("A share of images") struct ImageShareTests {
    private func digest(_ first: [UInt8]) -> Digest? {
        Digest(bytes: first + [UInt8](repeating: 0, count: 32 - first.count))
    }

    @Test func `begins at its lower bound and ends before its upper one`() throws {
        // A tenth of 2^32 is 429,496,729.6: the first number that is not below it is 0x1999999A.
        let last = try #require(digest([0x19, 0x99, 0x99, 0x99]))
        let first = try #require(digest([0x19, 0x99, 0x99, 0x9A]))
        let (lower, upper) = (ImageShare(0..<100_000), ImageShare(100_000..<1_000_000))
        #expect(lower.contains(last) && !upper.contains(last))
        #expect(!lower.contains(first) && upper.contains(first))
        #expect(upper.contains(try #require(digest([0xFF, 0xFF, 0xFF, 0xFF]))))
        #expect(lower.contains(try #require(digest([0, 0, 0, 0, 0xFF]))))
    }

    @Test(arguments: [nil, "trial"] as [String?])
    func `neighbours are disjoint and whole`(salt: String?) {
        let shares = [
            ImageShare(0..<100_000, salt: salt), ImageShare(100_000..<100_001, salt: salt),
            ImageShare(100_001..<333_333, salt: salt), ImageShare(333_333..<1_000_000, salt: salt),
        ]
        var counts = [0, 0, 0, 0]
        for number in 0..<10_000 {
            let digest = Digest(of: "\(number)")
            let holders = shares.indices.filter { shares[$0].contains(digest) }
            #expect(holders.count == 1)
            for index in holders { counts[index] += 1 }
        }
        // Binomial: 1,000 give or take 30, four times.
        #expect((880...1120).contains(counts[0]) && counts[1] <= 2, "\(counts)")
    }

    @Test func `a salt splits otherwise, by the digest of the salt, a zero and the image's digest`() {
        let (plain, salted) = (ImageShare(0..<100_000), ImageShare(0..<100_000, salt: "trial"))
        let digests = (0..<10_000).map { Digest(of: "\($0)") }
        let both = digests.count { plain.contains($0) && salted.contains($0) }
        #expect((50...160).contains(both), "\(both) of about 100 are in both")
        for digest in digests.prefix(1000) {
            let salt = Digest(of: (Array("trial".utf8) + [0] + digest.bytes).span)
            #expect(salted.contains(digest) == plain.contains(salt))
        }
    }
}
