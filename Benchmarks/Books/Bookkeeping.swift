internal import Platform
internal import Storage
internal import Domain

/// A worker's transactions on one run: ends in, departures, claims, in each of them.
struct Bookkeeping {
    private let session: any WorkerSession
    private let vendor: Vendor
    /// Images in each transaction.
    private let portion: Int

    init(_ store: any Store, portion: Int) throws {
        self.portion = portion
        let recipe = Queue.recipe
        let run = try store.snapshot { reports throws(StoreError) in
            guard let run = try reports.openRuns().first else { return nil as (RunID, PinnedManifest)? }
            return try reports.manifest(of: run).map { (run, $0) }
        }
        guard let (run, manifest) = run,
            let session = try store.worker(
                WorkerRequest(
                    key: .random(), process: try .current(), run: run, manifest: manifest.digest, recipes: [recipe],
                    billing: Billing(account: "books", budget: Budget()), maxWait: .seconds(600)))
        else { throw StoreError(.other, at: store.location, "\(store.location) holds no run to work on") }
        self.session = session
        vendor = Vendor(recipe: recipe)
    }

    /// Works until no image is queued, and tells `progress` after each transaction how many images have ended.
    ///
    /// - Returns: how many images ended.
    func work(progress: (_ ended: Int) -> Void) throws(StoreError) -> Int {
        var ended = 0
        var number = 0
        var claimed: [Claim] = []
        var answered: [AttemptResult] = []
        repeat {
            number += 1
            var report = WorkReport(number: number)
            report.results = answered
            report.wanted = portion
            for start in stride(from: 0, to: claimed.count, by: 16) {
                let images = claimed[start..<min(start + 16, claimed.count)]
                report.requests.append(SendRequest(attempts: images.map(\.attempt)))
            }
            let order = try session.exchange(report)
            let sent = order.decisions.reduce(0) { if case .send(let images) = $1 { $0 + images.count } else { $0 } }
            precondition(sent == claimed.count, "every request may go")
            ended += answered.count
            progress(ended)
            answered = claimed.map(answer)
            claimed = order.claims
        } while !claimed.isEmpty || !answered.isEmpty
        try session.leave()
        return ended
    }

    /// The vendor's answer to an image, as a sender reports it.
    private func answer(to claim: Claim) -> AttemptResult {
        let (answer, raw) = vendor[claim.task.value]
        var end = AttemptResult(claim: claim, outcome: .answered)
        end.answers = [answer]
        end.raw = raw
        end.charge = .billed
        // Requests differ, the images of one do not.
        let bytes = 3000 + Int(claim.task.value - 1) / 16 % 7
        end.metrics = .init(httpStatus: 200, requestBytes: bytes, latency: TimeSpan(milliseconds: 0))
        return end
    }
}
