import Glibc
import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// Each test takes the descriptors of a process of its own.
@Suite struct DescriptorTests {
    @Test func `a store without file descriptors says so, whichever file it is that cannot be opened`() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let path = bench.scratch.file("cairn.db")
            var taken: [Int32] = []
            while case let number = open("/dev/null", O_RDONLY), number >= 0 { taken.append(number) }
            // One after another is given back, until the store's file, its log and its shared memory can all be opened.
            var refusals = 0
            for number in taken.reversed() {
                do throws(StoreError) {
                    let store = try Database(at: path, for: .change, clock: bench.time.clock)
                    try store.write { transaction throws(StoreError) in }
                    break
                } catch {
                    guard error.kind == .cannotOpen, error.message.contains("ulimit -n") else {
                        print("\(refusals): \(error)")
                        exit(1)
                    }
                    refusals += 1
                }
                close(number)
            }
            exit(refusals > 1 && refusals < 10 ? 0 : 2)
        }
    }
}
