import Storage
import Testing
import Domain

@testable import Working

@Suite("Refusals in the same words") struct UniformRejectionCounterTests {
    private func tasks(_ numbers: ClosedRange<Int64>) -> [TaskID] { numbers.map { TaskID($0) } }

    @Test func `images that are refused in the same words are collected`() {
        var counter = UniformRejectionCounter()
        counter.reject(tasks(1...3), saying: "no")
        counter.reject(tasks(4...4), saying: "no")
        #expect(counter.tasks == tasks(1...4))
        counter.reject(tasks(5...6), saying: "not this one")
        #expect(counter.tasks == tasks(5...6))
        counter.reject(tasks(7...7), saying: "no")
        #expect(counter.tasks == tasks(7...7))
    }

    @Test func `once an image was accepted, refusals are the images' own`() {
        var counter = UniformRejectionCounter()
        counter.reject(tasks(1...3), saying: "no")
        counter.accept()
        #expect(counter.tasks.isEmpty)
        counter.reject(tasks(4...9), saying: "no")
        #expect(counter.tasks.isEmpty)
    }
}
