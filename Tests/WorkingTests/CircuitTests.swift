import TestSupport
import Testing
import Domain

@testable import Working

@Suite struct `A circuit breaker` {
    private func tasks(_ numbers: Int...) -> [TaskID] { numbers.map { TaskID(Int64($0)) } }

    @Test func `opens at the third failure in a row, and lets one at a time ask until one is answered`() {
        var circuit = Circuit()
        for number in 1...3 {
            #expect(!circuit.isOpen)
            let isProbe = circuit.begin()
            let isFresh = circuit.fail(tasks(number), isNew: true)
            #expect(!isProbe && isFresh)
        }
        #expect(circuit.isOpen && circuit.openings == 1)
        let isProbe = circuit.begin()
        #expect(isProbe && circuit.isProbing)
        circuit.end(isProbe: isProbe)
        #expect(!circuit.isProbing)
        _ = circuit.fail(tasks(4), isNew: true)
        #expect(circuit.openings == 2)
        circuit.close()
        let isAsking = circuit.begin()
        #expect(!circuit.isOpen && !isAsking)
    }

    @Test func `takes an image that fails again and again for what it is`() {
        var circuit = Circuit()
        var fresh = [circuit.fail(tasks(1, 2), isNew: true)]
        for _ in 0..<20 { fresh.append(circuit.fail(tasks(2), isNew: true)) }
        #expect(!circuit.isOpen)
        fresh.append(circuit.fail(tasks(2, 3), isNew: true))
        #expect(fresh == [true] + Array(repeating: false, count: 20) + [true])
    }

    @Test func `counts requests that fail together once`() {
        var circuit = Circuit()
        for number in 0..<20 { _ = circuit.fail(tasks(number), isNew: number == 0) }
        #expect(circuit.signs == 1)
    }
}

@Suite struct `Refusals in the same words` {
    @Test func `are counted until an image is taken`() {
        var refusals = Refusals()
        var counts = [refusals.refuse(1, saying: "bad model"), refusals.refuse(5, saying: "bad model")]
        counts.append(refusals.refuse(2, saying: "other"))
        refusals.take()
        counts.append(refusals.refuse(99, saying: "other"))
        #expect(counts == [1, 6, 2, 0])
    }
}
