import TestSupport
import Testing
import Domain

@Suite struct PaceTests {
    @Test(arguments: UInt64(1)...4) func `the pace lets no minute pass it, and is nearly used up`(seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<50 {
            var pace = Pace()
            // What a backend takes in one request is the backend's own number.
            let backend = [16, 40, 100].randomElement(using: &random) ?? 16
            pace.requestsPerMinute = Bool.random(using: &random) ? Int.random(in: 1...3000, using: &random) : nil
            pace.imagesPerMinute = Int.random(in: 1...6000, using: &random)
            // Requests of any size, for three minutes, each as early as it may start.
            var starts: [(at: Int64, images: Int)] = []
            var now: Int64 = 0
            while now < 180_000_000 {
                let images = Int.random(in: 1...pace.maxImages(of: backend), using: &random)
                starts.append((now, images))
                now += try #require(pace.spacing(images: images, maxImages: pace.maxImages(of: backend)))
            }
            for (first, start) in starts.enumerated() {
                let inMinute = starts[first...].prefix { $0.at < start.at + 60_000_000 }
                #expect(
                    inMinute.reduce(0) { $0 + $1.images } <= pace.imagesPerMinute ?? .max, "seed \(seed): \(pace)")
                #expect(inMinute.count <= pace.requestsPerMinute ?? .max, "seed \(seed): \(pace)")
            }
            let full = pace.maxImages(of: backend)
            let allowed = min(
                Double(pace.imagesPerMinute ?? .max), Double(pace.requestsPerMinute ?? .max) * Double(full))
            let used = Double(full) * 60_000_000 / Double(try #require(pace.spacing(images: full, maxImages: full)))
            #expect(used >= 0.9 * allowed, "seed \(seed): \(pace)")
        }
    }

    @Test func `the pace of which nothing is said spaces nothing`() {
        #expect(Pace().spacing(images: 16, maxImages: 16) == nil)
        #expect(Pace().maxImages(of: 16) == 16 && Pace().maxImages(of: 100) == 100)
    }
}
