import Dispatch
import Platform
import Synchronization
import Testing

@Suite struct BlockingQueueTests {
    /// Runs bodies beside each other, each on a thread of its own, and waits for all.
    func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<count {
            DispatchQueue(label: "test.\(number)").async(group: group) { @Sendable in body(number) }
        }
        group.wait()
    }

    @Test(arguments: [1, 2, 7, 64]) func `nothing is lost or doubled, and each giver's order is kept`(capacity: Int) {
        let queue = BlockingQueue<[Int]>(capacity: capacity)
        let taken = Monitor<[[[Int]]]>([])
        let givers = Atomic<Int>(4)
        together(8) { number in
            if number < 4 {
                for place in 0..<500 { queue.put([number, place]) }
                if givers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { queue.close() }
            } else {
                var mine: [[Int]] = []
                while let element = queue.take() { mine.append(element) }
                taken.with { $0.append(mine) }
            }
        }
        let all = taken.with { $0 }
        #expect(Set(all.flatMap { $0 }).count == 2000 && all.flatMap { $0 }.count == 2000)
        for mine in all {
            for giver in 0..<4 {
                let places = mine.filter { $0[0] == giver }.map { $0[1] }
                #expect(places == places.sorted())
            }
        }
    }

    @Test func `closing wakes who waits to take and who waits for room`() {
        let empty = BlockingQueue<Int>(capacity: 1)
        let full = BlockingQueue<Int>(capacity: 1)
        full.put(1)
        let refused = Atomic<Int>(0)
        together(7) { number in
            switch number {
            case 0..<3: if empty.take() == nil { refused.add(1, ordering: .relaxed) }
            case 3..<6: if !full.put(2) { refused.add(1, ordering: .relaxed) }
            default:
                empty.close()
                full.close()
            }
        }
        #expect(refused.load(ordering: .relaxed) == 6)
        #expect(full.take() == 1 && full.take() == nil && full.isFinished)
        #expect(!full.put(3))
    }

    @Test func `a wait with an end ends without an element, and at once with one`() {
        let queue = BlockingQueue<Int>(capacity: 3)
        #expect(queue.take(within: 1) == nil && queue.poll() == nil)
        #expect(queue.takeAll(enough: 1, within: 1).isEmpty)
        for number in 1...3 { queue.put(number) }
        #expect(queue.take(within: 60_000) == 1)
        #expect(queue.takeAll(enough: 2, within: 60_000) == [2, 3])
        queue.put(4)
        queue.close()
        #expect(queue.take(within: 60_000) == 4)
        #expect(queue.take(within: 60_000) == nil && queue.takeAll(enough: 1, within: 60_000).isEmpty)
    }

    @Test func `standard error is silenced while anybody needs it, and never stuck`() {
        let inside = Atomic<Int>(0)
        together(8) { _ in
            for _ in 0..<50 { StandardError.silenced { _ = inside.add(1, ordering: .relaxed) } }
        }
        #expect(inside.load(ordering: .relaxed) == 400)
        #expect(Descriptor.error.number > 2)
    }
}
