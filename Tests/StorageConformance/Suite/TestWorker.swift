internal import Platform
internal import Storage
internal import Domain

/// A worker that does at once what it is told to.
final class TestWorker {
    let session: any WorkerSession
    private var number = 0

    init(_ session: any WorkerSession) { self.session = session }

    /// The next exchange.
    @discardableResult
    func exchange(_ fill: (inout WorkReport) -> Void = { _ in }) throws -> WorkOrder {
        number += 1
        var report = WorkReport(number: number)
        fill(&report)
        return try session.exchange(report)
    }

    /// Claims at most this number of tasks.
    func claim(_ count: Int, mayIsolate: Bool = false) throws -> [Claim] {
        try exchange {
            $0.wanted = count
            $0.mayIsolate = mayIsolate
        }.claims
    }

    /// Claims this number of tasks, which must be there.
    func take(_ count: Int) throws -> [Claim] {
        let claims = try claim(count)
        try requireEqual(claims.count, count, "claims of tasks that are queued")
        return claims
    }

    /// Asks to send the requests of some claims, all in one.
    func send(_ claims: [Claim]) throws -> SendDecision {
        let order = try exchange { $0.requests = [SendRequest(attempts: claims.map(\.attempt))] }
        return try unwrap(order.decisions.first, "a request has no decision: \(String(describing: order.stopReason))")
    }

    /// Ends attempts.
    @discardableResult
    func end(_ claims: [Claim], _ outcome: AttemptOutcome, charge: Charge = .none) throws -> WorkOrder {
        try exchange { report in
            report.results = claims.map { claim in
                var result = AttemptResult(claim: claim, outcome: outcome, workTime: TimeSpan(milliseconds: 5))
                result.charge = charge
                return result
            }
        }
    }

    /// Answers all that some claims ask.
    @discardableResult
    func answer(_ claims: [Claim], words: String = "lighthouse") throws -> WorkOrder {
        try exchange { $0.results = claims.map { answered($0, words) } }
    }

    /// An answer to all that a claim asks.
    func answered(_ claim: Claim, _ words: String = "lighthouse") -> AttemptResult {
        var result = AttemptResult(claim: claim, outcome: .answered)
        result.answers = claim.asked.compactMap { session.recipes[$0] }.map { recipe in
            Answer(
                recipe: recipe, annotations: [Annotation(kind: .label, rank: 0, description: words, score: 0.92)])
        }
        result.raw = CompressedResponse(RawResponse(bytes: Array(words.utf8)))
        result.charge = .billed
        result.metrics = CallMetrics(httpStatus: 200, requestBytes: 10, latency: TimeSpan(milliseconds: 5))
        return result
    }

    /// A failure of a kind.
    static func failure(_ kind: Failure.Kind, code: String? = nil) -> Failure {
        Failure(stage: .annotate, kind: kind, code: code, message: "it is \(kind.rawValue)")
    }
}
