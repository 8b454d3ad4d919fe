internal import Platform
internal import Storage
internal import Vocabulary

/// A worker's transactions on one run: ends in, departures, claims, in each of them.
struct Bookkeeping {
    private let store: Store
    private let run: RunID
    private let worker: WorkerID
    private let vendor: Vendor
    /// Images in each transaction.
    private let portion: Int
    private let billing = Billing(account: "books", budget: Budget())

    init(_ store: Store, portion: Int) throws {
        self.store = store
        self.portion = portion
        let identity = try ProcessIdentity.current()
        let recipe = Queue.recipe
        guard let run = try store.openRuns().first else { throw StoreError.notAStore(store.path) }
        self.run = run
        worker = try store.write { () throws(StoreError) in
            _ = try store.register([recipe])
            return try store.enter(identity, lease: .seconds(30))
        }
        vendor = Vendor(recipe: recipe)
    }

    /// Works until no image is queued, and tells `progress` after each transaction how many images have ended.
    ///
    /// - Returns: how many images ended.
    func work(progress: (_ ended: Int) -> Void) throws(StoreError) -> Int {
        var ended = 0
        var claimed: [Claim] = []
        var answered: [Finished] = []
        repeat {
            var departed: [AttemptID] = []
            let (answers, claims) = (answered, claimed)
            claimed = try store.write { () throws(StoreError) in
                ended += try store.record(answers, in: run)
                for start in stride(from: 0, to: claims.count, by: 16) {
                    let request = claims[start..<min(start + 16, claims.count)].map(\.attempt)
                    guard case .go(let going) = try store.depart(Departure(attempts: request), on: billing) else {
                        continue
                    }
                    departed += going
                }
                _ = try store.renew(worker, lease: .seconds(30))
                return try store.claim(portion, of: run, by: worker, mayBeAlone: false, on: billing).claims
            }
            precondition(departed.count == claims.count, "every request may go")
            progress(ended)
            answered = claims.map(answer)
        } while !claimed.isEmpty || !answered.isEmpty
        return ended
    }

    /// The vendor's answer to an image, as a sender reports it.
    private func answer(to claim: Claim) -> Finished {
        let (answer, raw) = vendor[claim.task.value]
        var end = Finished(claim: claim, ending: .answered, startedAt: store.clock.now())
        end.answers = [answer]
        end.raw = raw
        end.charge = .billed
        // Requests differ, the images of one do not.
        let bytes = 3000 + Int(claim.task.value - 1) / 16 % 7
        end.exchange = .init(httpStatus: 200, requestBytes: bytes, latency: TimeSpan(milliseconds: 0))
        return end
    }
}
