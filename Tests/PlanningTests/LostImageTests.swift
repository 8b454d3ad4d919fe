import Planning
import Testing

@Suite struct LostImageTests {
    private func next(_ crashes: Int64, limit: Int64, hasDied: Bool = true, isBlamed: Bool = false) -> LostImage {
        LostImage(hasDied: hasDied, crashes: crashes, limit: limit, isBlamed: isBlamed)
    }

    @Test func `one crash before the limit an image runs alone, and at the limit it is quarantined`() {
        #expect((1...4).map { next($0, limit: 3) } == [.queued, .isolated, .quarantined, .quarantined])
        #expect((1...2).map { next($0, limit: 2) } == [.isolated, .quarantined])
        #expect(next(1, limit: 1) == .quarantined)
    }

    @Test func `an image that a crashed process has named runs alone at once`() {
        #expect(next(1, limit: 3, isBlamed: true) == .isolated)
        #expect(next(3, limit: 3, isBlamed: true) == .quarantined)
    }

    @Test func `a worker that did not die of an image quarantines none, whatever was counted before`() {
        #expect(next(0, limit: 1, hasDied: false) == .queued)
        #expect(next(1, limit: 3, hasDied: false) == .queued)
        #expect([2, 3, 9].map { next($0, limit: 3, hasDied: false) } == [.isolated, .isolated, .isolated])
    }
}
