internal import Curl
internal import JSON
internal import Platform
internal import Domain

/// One connection to the Vision API.
final class VisionSlot: RemoteSlot {
    private let url: String
    private let account: String
    private let credentials: any Credentials
    private let transport: Transport
    private let clock: Clock
    private let timeout: TimeSpan
    private var mask = SecretMask([])

    init(
        url: String, account: String, credentials: any Credentials, transport: @escaping Transport, clock: Clock,
        timeout: TimeSpan
    ) {
        self.url = url
        self.account = account
        self.credentials = credentials
        self.transport = transport
        self.clock = clock
        self.timeout = timeout
    }

    /// Sends a batch and waits for what becomes of it.
    func send(_ batch: RequestBatch, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        guard batch.count > 0 else { return [] }
        guard let exchange = try ask(batch, again) else { return returned(batch) }
        switch exchange.ending {
        case .answered(let root): return exchange.replies(to: batch, root)
        case .not(.refused) where batch.count > 1 && exchange.charge == .none: return try sendInHalves(batch, again)
        case .not(let verdict):
            let outcome = try exchange.outcome(of: verdict)
            return batch.entries.map { _ in exchange.reply(outcome, charge: exchange.charge) }
        }
    }

    /// Sends a batch that was refused in two parts: what of it is good is answered, and the culprit stands alone at
    /// last.
    private func sendInHalves(_ batch: RequestBatch, _ again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        let middle = batch.count / 2
        guard again(middle) else { return returned(batch) }
        let first = try send(batch.slice(0..<middle), again: again)
        let rest = batch.slice(middle..<batch.count)
        if let held = first.last(where: \.isHeldBack) {
            // The other half would not be let through either.
            return first + rest.entries.map { _ in Reply(held.outcome, charge: .none) }
        }
        guard again(rest.count) else { return first + returned(rest) }
        do throws(BackendError) {
            return first + (try send(rest, again: again))
        } catch {
            // What was answered may be billed and must not be lost.
            return first + rest.entries.map { _ in Reply(.stop(error), charge: .none) }
        }
    }

    /// The replies to a batch of which nothing more goes out.
    private func returned(_ batch: RequestBatch) -> [Reply] {
        batch.entries.map { _ in Reply(.returned, charge: .none) }
    }

    /// Sends, and once more with better credentials where these are not taken and there are others.
    ///
    /// - Returns: nil where `again` forbids the second request.
    private func ask(_ batch: RequestBatch, _ again: (Int) -> Bool) throws(BackendError) -> ServiceReply? {
        do throws(BackendError) {
            let headers = try credentials.headers()
            let exchange = perform(batch, headers)
            guard exchange.mayBeAskedWithOthers, try credentials.renew(after: headers) else { return exchange }
            guard again(batch.count) else { return nil }
            return perform(batch, try credentials.headers())
        } catch {
            // A token service that is away for a while is not a reason to end the run.
            guard case .tokenService(let host, let why) = error else { throw error }
            let failure = Failure(.unreachable, code: nil, "\(host) gives no token now: \(why)")
            return ServiceReply(.unreachable(failure), charge: .none)
        }
    }

    private func perform(_ batch: RequestBatch, _ credentials: [HTTPHeader]) -> ServiceReply {
        var request = HTTPRequest(.post, url)
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.credentials = credentials
        request.body = batch.bytes
        request.totalMilliseconds = Int(timeout.milliseconds)
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        let start = monotonicMilliseconds()
        var exchange: ServiceReply
        do throws(HTTPError) {
            let response = mask.mask(for: credentials).hiding(in: try transport(request))
            let advice = Advice(account: account, url: url)
            exchange = ServiceReply(response, advice: advice, now: clock.now())
            exchange.requestBytes = batch.bytes.count
        } catch {
            exchange = ServiceReply(
                RequestRejection(error, mostBytes: request.mostResponseBytes), charge: ChargeTable.charge(for: error))
            exchange.requestBytes = error.mayHaveBeenSent ? batch.bytes.count : 0
        }
        exchange.latency = TimeSpan(milliseconds: monotonicMilliseconds() - start)
        return exchange
    }
}

extension Reply {
    /// Whether the image was not let through, or could not be sent, and waits.
    fileprivate var isHeldBack: Bool {
        switch outcome {
        case .slowDown, .unreachable, .stop, .returned: true
        case .answered, .failed, .wantsContent: false
        }
    }
}
