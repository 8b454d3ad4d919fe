internal import Imaging
internal import Platform
internal import Domain

/// Threads that make pictures, one for each processor; what they make comes back to the one thread that writes it.
final class PicturePool {
    /// What came of an order.
    struct Result: Sendable {
        let order: Int
        let outcome: Swift.Result<[[UInt8]], Failure>
    }

    private let orders: BlockingQueue<(number: Int, order: PictureOrder)>
    private let results: BlockingQueue<Result>

    /// Starts the threads.
    init() {
        let threads = usableProcessors()
        let orders = BlockingQueue<(number: Int, order: PictureOrder)>(capacity: 2 * threads)
        let results = BlockingQueue<Result>(capacity: 2 * threads)
        (self.orders, self.results) = (orders, results)
        let memory = MemoryBudget(bytes: decodingMemory)
        WorkerThreads.start(threads, named: "pictures") {
            let maker = PictureMaker(sharing: memory)
            while let (number, order) = orders.take() {
                let outcome: Swift.Result<[[UInt8]], Failure>
                do throws(Failure) { outcome = .success(try maker.make(order)) } catch { outcome = .failure(error) }
                guard results.put(Result(order: number, outcome: outcome)) else { return }
            }
        }
    }

    deinit {
        orders.close()
        results.close()
    }

    /// Makes the pictures of some orders, and gives each result to `body`, in the order in which they come.
    ///
    /// - Parameter order: makes the order of a number; nil: there is nothing to make.
    func make<Problem: Error>(
        _ count: Int, order: (Int) throws(Problem) -> PictureOrder?, body: (Result) throws(Problem) -> Void
    ) throws(Problem) {
        var inFlight = 0
        for number in 0..<count {
            guard let order = try order(number) else { continue }
            orders.put((number, order))
            inFlight += 1
            while inFlight >= 2 * usableProcessors(), let result = results.take() {
                inFlight -= 1
                try body(result)
            }
        }
        while inFlight > 0, let result = results.take() {
            inFlight -= 1
            try body(result)
        }
    }
}

/// The memory of large decodes: one photograph of 40 megapixels at a time, or many small ones.
private let decodingMemory = 128 << 20
