internal import Curl
internal import Platform
internal import Domain

/// One connection to a callable function.
final class FirebaseSlot: RemoteSlot {
    private let advice: CallableAdvice
    private let credentials: any Credentials
    private let understanding: CallableDialect
    private let transport: Transport
    private let clock: Clock
    private let timeout: TimeSpan
    private var mask = SecretMask([])

    /// The most bytes of a call: Cloud Functions' limit for a request (documentation "Quotas", 1st generation).
    static let mostBytes = 10 << 20
    /// The most bytes that this slot sends.
    var mostBytes = FirebaseSlot.mostBytes

    init(
        advice: CallableAdvice, credentials: any Credentials, understanding: CallableDialect,
        transport: @escaping Transport, clock: Clock, timeout: TimeSpan
    ) {
        self.advice = advice
        self.credentials = credentials
        self.understanding = understanding
        self.transport = transport
        self.clock = clock
        self.timeout = timeout
    }

    /// Calls the function with the one image that a batch has, and waits for what becomes of it.
    func send(_ batch: RequestBatch, again: (Int) -> Bool) throws(BackendError) -> [Reply] {
        guard let entry = batch.entries.first else { return [] }
        var forms: [ArgumentForm] = []
        let call = try understanding.call(again: { again(1) }) { form throws(BackendError) in
            forms.append(form)
            return try ask(form, form.body(batch.bytes[entry.range]), again)
        }
        guard let call else { return [Reply(.returned, charge: .none)] }
        if let words = call.complaint, let form = forms.last {
            throw advice.refusal(of: form, words: words, isOther: forms.count > 1)
        }
        return [try reply(to: entry, call)]
    }

    private func reply(to entry: RequestBatch.Entry, _ call: CallableReply) throws(BackendError) -> Reply {
        let exchange = call.exchange
        switch exchange.ending {
        case .answered(let node):
            let reply = exchange.reply(to: entry, node)
            if reply.raw == nil { return unreadable(reply) }
            understanding.sawAnswer()
            return reply
        case .not(let verdict):
            let reply = exchange.reply(try exchange.outcome(of: verdict), charge: exchange.charge)
            return call.isUnreadable ? unreadable(reply) : reply
        }
    }

    /// An image whose answer cannot be read; or, after several, the end of the run: the answers may be billed.
    private func unreadable(_ reply: Reply) -> Reply {
        guard understanding.sawUnreadable() else { return reply }
        var reply = reply
        reply.outcome = .stop(advice.unreadable)
        return reply
    }

    /// Calls, and once more with better credentials where these are not taken and there are others.
    ///
    /// - Returns: nil where `again` forbids the second call.
    private func ask(
        _ form: ArgumentForm, _ body: [UInt8], _ again: (Int) -> Bool
    ) throws(BackendError) -> CallableReply? {
        guard body.count <= mostBytes else {
            let message =
                "the picture takes \(body.count) bytes in a call, and a function takes \(mostBytes); make prepare.fit "
                + "smaller"
            return CallableReply(.refused(Failure(.tooLarge, code: nil, message, isTransient: false)), charge: .none)
        }
        do throws(BackendError) {
            let headers = try credentials.headers()
            let call = perform(form, body, headers)
            guard call.exchange.mayBeAskedWithOthers, try credentials.renew(after: headers) else { return call }
            guard again(1) else { return nil }
            return perform(form, body, try credentials.headers())
        } catch {
            // A token service that is away for a while is not a reason to end the run.
            guard case .tokenService(let host, let why) = error else { throw error }
            let failure = Failure(.unreachable, code: nil, "\(host) gives no token now: \(why)")
            return CallableReply(.unreachable(failure), charge: .none)
        }
    }

    private func perform(_ form: ArgumentForm, _ body: [UInt8], _ credentials: [HTTPHeader]) -> CallableReply {
        var request = HTTPRequest(.post, advice.address.url)
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.credentials = credentials
        request.body = body
        request.totalMilliseconds = Int(timeout.milliseconds)
        request.connectMilliseconds = min(request.connectMilliseconds, request.totalMilliseconds)
        let start = monotonicMilliseconds()
        var call: CallableReply
        do throws(HTTPError) {
            let response = mask.mask(for: credentials).hiding(in: try transport(request))
            call = CallableReply(response, to: form, advice: advice, now: clock.now())
            call.exchange.requestBytes = body.count
        } catch {
            call = CallableReply(
                RequestRejection(error, mostBytes: request.mostResponseBytes, key: advice.address.key),
                charge: ChargeTable.charge(for: error))
            call.exchange.requestBytes = error.mayHaveBeenSent ? body.count : 0
        }
        call.exchange.latency = TimeSpan(milliseconds: monotonicMilliseconds() - start)
        return call
    }
}
