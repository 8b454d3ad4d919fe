import Dispatch
import Platform
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
}
