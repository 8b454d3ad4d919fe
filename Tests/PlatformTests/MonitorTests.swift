import Dispatch
import Glibc
import Platform
import TestSupport
import Testing

@Suite struct MonitorTests {
    @Test func `nothing is lost between threads that change and threads that wait`() async {
        let monitor = Monitor(0)
        let total = 4 * 2_500
        await withCheckedContinuation { done in
            for number in 0..<4 {
                DispatchQueue(label: "adder \(number)").async {
                    for _ in 0..<2_500 { monitor.with { $0 += 1 } }
                }
            }
            DispatchQueue(label: "waiter").async {
                let seen: Int = monitor.wait { $0 == total ? $0 : nil }
                #expect(seen == total)
                done.resume()
            }
        }
    }

    @Test func `a wait with an end ends, and one that is fulfilled answers`() {
        let monitor = Monitor([1])
        let never: Int? = monitor.wait(within: 5) { $0.count > 1 ? 1 : nil }
        #expect(never == nil)
        let last: Int? = monitor.wait(within: 5) { $0.popLast() }
        #expect(last == 1)
    }

    @Test func `a thread looks once before it waits, and who waits longest is served first`() {
        let (monitor, looks) = (Monitor(0), Monitor(0))
        let served = BlockingQueue<Int>(capacity: 100)
        for number in 0..<20 {
            DispatchQueue(label: "waiter \(number)").async {
                let thread = pthread_self()
                monitor.wait { room -> Void? in
                    if pthread_self() == thread { looks.with { $0 += 1 } }
                    guard room > 0 else { return nil }
                    room -= 1
                    return ()
                }
                served.put(number)
            }
            looks.wait { $0 == number + 1 ? () : nil }
        }
        for number in 0..<20 {
            monitor.with { $0 = 1 }
            #expect(served.take() == number)
        }
        #expect(looks.with { $0 } == 20, "each thread has looked once, before it waited")
    }

    @Test func `what one takes may be what another waits for`() {
        let monitor = Monitor([Int]())
        let done = BlockingQueue<Int>(capacity: 10)
        // Each waits for the number before its own, and the one that began last comes first.
        for number in 1...10 {
            DispatchQueue(label: "waiter \(number)").async {
                monitor.wait { state -> Void? in
                    guard state.last == number - 1 else { return nil }
                    state.append(number)
                    return ()
                }
                done.put(number)
            }
        }
        monitor.with { $0.append(0) }
        #expect(Set((1...10).compactMap { _ in done.take() }) == Set(1...10))
        #expect(monitor.with { $0 } == Array(0...10))
    }

    @Test func `waits that end and values that come cross without a loss`() {
        var random = Seeded(4)
        let monitor = Monitor((given: 0, taken: 0))
        let takers = 4
        let over = BlockingQueue<Int>(capacity: takers)
        for number in 0..<takers {
            let seed = random.next()
            DispatchQueue(label: "taker \(number)").async {
                var random = Seeded(seed)
                var taken = 0
                while taken < 500 {
                    let got: Int? = monitor.wait(within: Int64.random(in: 0...1, using: &random)) { state in
                        guard state.given > state.taken else { return nil }
                        state.taken += 1
                        return 1
                    }
                    taken += got ?? 0
                }
                over.put(taken)
            }
        }
        for index in 0..<(takers * 500) {
            monitor.with { $0.given += 1 }
            if index % 7 == 0 { usleep(UInt32.random(in: 0...300, using: &random)) }
        }
        #expect((0..<takers).compactMap { _ in over.take() } == [500, 500, 500, 500])
        #expect(monitor.with { $0 } == (2000, 2000))
    }
}
