internal import Crypto
internal import Platform
internal import Storage
internal import TestSupport
internal import Domain

/// A worker whose attempts end by chance.
final class RandomWorker {
    let process: ProcessIdentity
    private let worker: TestWorker
    private var claims: [Claim] = []
    private var sent: Set<AttemptID> = []

    init(_ worker: TestWorker, _ process: ProcessIdentity) {
        self.worker = worker
        self.process = process
    }

    /// Claims some tasks.
    func claim(_ count: Int) throws {
        let order = try worker.exchange {
            $0.wanted = count
            $0.mayIsolate = claims.isEmpty
        }
        claims += order.claims
        if order.isOverdrawn { try returnPermit() }
    }

    /// Asks to send some claims; whether they are sent now.
    func send(using random: inout Seeded, _ vendor: inout VendorModel) throws -> Bool {
        let ready = claims.filter { !sent.contains($0.attempt) && Bool.random(using: &random) }
        guard !ready.isEmpty else { return false }
        let order = try worker.exchange { $0.requests = [SendRequest(attempts: ready.map(\.attempt))] }
        switch order.decisions.first {
        case .send(let attempts):
            for claim in ready where attempts.contains(claim.attempt) {
                sent.insert(claim.attempt)
                for key in keys(of: claim) { vendor.send(key) }
            }
            return !attempts.isEmpty
        case .withdrawn: try returnPermit()
        case .wait, nil: break
        }
        return false
    }

    /// Ends an attempt, in any way that there is.
    func end(using random: inout Seeded, _ vendor: inout VendorModel) throws {
        guard let claim = claims.popLast() else { return }
        let wasSent = sent.remove(claim.attempt) != nil
        var result: AttemptResult
        var (isBilled, isReleased) = (false, false)
        switch wasSent ? Int.random(in: 0...7, using: &random) : 8 + Int.random(in: 0...1, using: &random) {
        case 0...3: (result, isBilled) = (worker.answered(claim), true)
        case 4:
            result = AttemptResult(claim: claim, outcome: .failed(TestWorker.failure(.refused)))
            isReleased = true
        case 5:
            result = AttemptResult(claim: claim, outcome: .retry(TestWorker.failure(.lost), after: .seconds(3)))
            (result.charge, isBilled) = (.uncertain, Bool.random(using: &random))
        case 6:
            result = AttemptResult(claim: claim, outcome: .failed(TestWorker.failure(.lost)))
            (result.charge, isBilled) = (.uncertain, Bool.random(using: &random))
        case 7:
            result = AttemptResult(claim: claim, outcome: .interrupted(nil, after: nil))
            (result.charge, isBilled) = (.uncertain, Bool.random(using: &random))
        case 8: result = AttemptResult(claim: claim, outcome: .failed(TestWorker.failure(.damaged)))
        default: result = AttemptResult(returning: claim)
        }
        try worker.exchange { $0.results = [result] }
        if wasSent {
            for key in keys(of: claim) { vendor.close(key, isBilled: isBilled, isReleased: isReleased) }
        }
    }

    /// Sends and answers all that is claimed.
    func finish(_ vendor: inout VendorModel) throws {
        let order = try worker.exchange { $0.requests = [SendRequest(attempts: claims.map(\.attempt))] }
        guard case .send(let attempts) = order.decisions.first else { return }
        let sent = claims.filter { attempts.contains($0.attempt) }
        for key in sent.flatMap({ keys(of: $0) }) {
            vendor.send(key)
            vendor.close(key, isBilled: true)
        }
        try worker.answer(sent)
        claims.removeAll { attempts.contains($0.attempt) }
    }

    /// Leaves; what was sent may have been billed, and is uncertain.
    func leave(using random: inout Seeded, _ vendor: inout VendorModel) throws {
        die(using: &random, &vendor)
        try worker.session.leave()
    }

    /// Is gone without a word.
    func die(using random: inout Seeded, _ vendor: inout VendorModel) {
        for claim in claims where sent.contains(claim.attempt) {
            for key in keys(of: claim) { vendor.close(key, isBilled: Bool.random(using: &random)) }
        }
    }

    private func returnPermit() throws {
        let back = claims.filter { !sent.contains($0.attempt) }
        claims.removeAll { !sent.contains($0.attempt) }
        if !back.isEmpty { try worker.exchange { $0.results = back.map { AttemptResult(returning: $0) } } }
    }

    private func keys(of claim: Claim) -> [WorkKey] {
        claim.asked.compactMap { worker.session.recipes[$0] }.map {
            WorkKey(image: claim.key.name, recipe: $0.parameters)
        }
    }
}
