import Backends
import Testing
import Domain

/// A reply to one image, and what follows from it.
struct ReplyRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reply: Reply
    /// Where it is the reply to every image of a request, and where its neighbour was answered.
    let all, some: String
    /// The same where the request probes whether a failing service works again.
    let allOfProbe, someOfProbe: String

    init(
        _ name: String, _ outcome: Reply.Outcome, status: Int? = 200, retryAfter: TimeSpan? = nil, all: String,
        some: String? = nil, allOfProbe: String, someOfProbe: String? = nil
    ) {
        testDescription = name
        var reply = Reply(outcome, charge: .uncertain)
        reply.metrics = CallMetrics(httpStatus: status, requestBytes: 100, latency: .seconds(1))
        reply.retryAfter = retryAfter
        self.reply = reply
        self.all = all
        self.some = some ?? all
        self.allOfProbe = allOfProbe
        self.someOfProbe = someOfProbe ?? some ?? all
    }
}

extension ReplyRow {
    /// Each kind of reply, to all images of a request or to some, of a probe or not.
    static let every: [ReplyRow] = [
        ReplyRow("an answer", .answered, all: "answered | send", allOfProbe: "answered | send"),
        ReplyRow(
            "a service that fails", .failed(failure(.service)), status: 503, all: "retry 500 | send",
            allOfProbe: "held 1500 | wait 1500, probe"),
        ReplyRow(
            "no reply", .failed(failure(.lost)), status: nil, all: "retry 500 | send",
            allOfProbe: "held 1500 | wait 1500, probe"),
        ReplyRow(
            "a service that fails and says for how long", .failed(failure(.service)), status: 503,
            retryAfter: .seconds(26), all: "retry 26000, account 26000 | wait 26000, send",
            some: "retry 26000, account 26000 | send", allOfProbe: "held 26000, account 26000 | wait 26000, probe"),
        ReplyRow(
            "a response that is too large", .failed(failure(.service, isTransient: false)), all: "failed | send",
            allOfProbe: "failed | probe"),
        ReplyRow(
            "an image that is refused", .failed(failure(.refused, isTransient: false)), all: "failed | send",
            allOfProbe: "failed | probe"),
        ReplyRow(
            "an image that cannot be read", .failed(failure(.refused)), all: "retry 500 | send",
            allOfProbe: "retry 500 | probe"),
        ReplyRow(
            "a request that is refused", .failed(failure(.refused, isTransient: false)), status: 400,
            all: "failed | send", allOfProbe: "failed | probe"),
        ReplyRow(
            "a request that is too large", .failed(failure(.tooLarge, isTransient: false)), status: 413,
            all: "failed | send", allOfProbe: "failed | probe"),
        ReplyRow(
            "a wish for the content", .wantsContent(failure(.unreachable)), all: "retry 0 with content | send",
            allOfProbe: "retry 0 with content | probe"),
        ReplyRow(
            "a wish for a pause", .throttled(failure(.service), retryAfter: nil), status: 429,
            all: "held 1000, account 1000 | wait 1000, send", allOfProbe: "held 1000, account 1000 | wait 1000, probe"),
        ReplyRow(
            "a wish for a pause of 26 seconds", .throttled(failure(.service), retryAfter: .seconds(26)), status: 429,
            retryAfter: .seconds(26), all: "held 26000, account 26000 | wait 26000, send",
            allOfProbe: "held 26000, account 26000 | wait 26000, probe"),
        ReplyRow(
            "no connection", .unreachable(failure(.unreachable)), status: nil, all: "held 1000 | wait 1000, send",
            allOfProbe: "held 1000 | wait 1000, probe"),
        ReplyRow(
            "what would fail every image", .stop(.unreachable("x")), status: 302, all: "requeued, stop | send",
            allOfProbe: "requeued, stop | probe"),
        ReplyRow(
            "nothing, as it was not sent", .returned, status: nil, all: "requeued | send",
            allOfProbe: "requeued | probe"),
    ]
}

/// A failure of asking a service.
func failure(_ kind: Failure.Kind, isTransient: Bool = true, _ message: String = "no") -> Failure {
    Failure(stage: .annotate, kind: kind, message: message, isTransient: isTransient)
}
