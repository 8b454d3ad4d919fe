import Backends
import Curl
import TestSupport
import Domain

/// Responses of Vision's `images:annotate` and of a callable function: of known shapes, of changed bytes, and errors.
final class ResponseKind: Kind {
    static let name = "responses"
    static let maxMegabytes = 256

    private let asking: Asking

    init() throws { asking = try Asking() }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let service = random.pick(Asking.Service.allCases)
        return switch random.below(8) {
        case 0...3: try changed(service, &random)
        case 4...6: try damaged(service, &random)
        default: try refused(service, &random)
        }
    }

    /// A change of which it is known what becomes of the answer.
    private func changed(_ service: Asking.Service, _ random: inout Seeded) throws(Breach) -> Bool {
        let messages = (0..<(service == .vision ? 1 + random.below(3) : 1)).map { _ in Message(&random) }
        let envelope = Envelope(service, &random)
        let status = random.once(in: 40) ? random.pick([201, 202, 203, 206]) : 200
        let before = send(service, messages.map(\.tree), envelope, status)
        let bytes = envelope.around(messages.map(\.tree))
        guard before.stop == nil, before.replies.count == messages.count, before.replies.allSatisfy(\.isAnswered) else {
            throw Breach(words: "a good response of status \(status) is not read: \(words(before))", input: bytes)
        }
        for (reply, message) in zip(before.replies, messages) {
            try sound(reply, AnswerCheck(message.tree), bytes)
            if let missing = AnswerCheck.missing(from: reply.answers, of: message) {
                throw Breach(words: "\(missing) is not in the answer", input: bytes)
            }
        }
        let place = random.below(messages.count)
        guard let change = MessageChange(of: messages[place], &random) else { return true }
        var trees = messages.map(\.tree)
        trees[place] = change.tree
        let input = envelope.around(trees)
        let after = send(service, trees, envelope, status)
        guard after.stop == nil, after.replies.count == trees.count else {
            throw Breach(words: "\(change.what): \(words(after))", input: input)
        }
        for (other, reply) in after.replies.enumerated() where other != place && !reply.says(before.replies[other]) {
            throw Breach(words: "\(change.what): changes what is said of its neighbour", input: input)
        }
        let reply = after.replies[place]
        switch change.effect {
        case .none:
            guard reply.says(before.replies[place]) else {
                throw Breach(words: "\(change.what): changes the answer", input: input)
            }
        case .same(let tree):
            trees[place] = tree
            let wanted = send(service, trees, envelope, status)
            guard wanted.stop == nil, reply.says(wanted.replies[place]) else {
                throw Breach(words: "\(change.what): is not the same as without it", input: input)
            }
        case .failure(let name):
            guard let failure = reply.failure, failure.message.contains(name) else {
                throw Breach(words: "\(change.what): does not fail, or not by name: \(words(after))", input: input)
            }
            guard reply.charge == .billed, reply.raw != nil else {
                throw Breach(words: "\(change.what): fails, and is not settled or not kept", input: input)
            }
        case .noneOrFailure:
            guard reply.failure != nil || reply.says(before.replies[place]) else {
                throw Breach(words: "\(change.what): changes the answer", input: input)
            }
        }
        return reply.isAnswered
    }

    /// A good response, or one with an error of an image, whose bytes are changed.
    private func damaged(_ service: Asking.Service, _ random: inout Seeded) throws(Breach) -> Bool {
        var trees = (0..<(service == .vision ? 1 + random.below(2) : 1)).map { _ in Message(&random).tree }
        if random.once(in: 4), case .object(let members) = trees[0] {
            trees[0] = .object(members + [.init(name: "error", value: ErrorBody.status(&random))])
        }
        let envelope = Envelope(service, &random)
        var bytes = envelope.around(trees)
        bytes.mutate(&random, limit: 4, words: ResponseKind.pieces)
        let outcome = asking.send(
            service, count: trees.count, HTTPResponse(status: 200, headers: [], body: bytes), isText: envelope.isText)
        try holds(outcome, service, bytes)
        guard let document = StrictJSON.read(bytes) else {
            if outcome.isAnswered { throw Breach(words: "what is not JSON is an answer", input: bytes) }
            return false
        }
        let check = AnswerCheck(document)
        for reply in outcome.replies { try sound(reply, check, bytes) }
        return outcome.isAnswered
    }

    /// An error, whole or with changed bytes.
    private func refused(_ service: Asking.Service, _ random: inout Seeded) throws(Breach) -> Bool {
        let status = random.pick(ErrorBody.statuses)
        var body = ErrorBody.bytes(&random)
        if !random.once(in: 3) { body.mutate(&random, limit: 4, words: ResponseKind.pieces) }
        let headers = random.once(in: 3) ? [HTTPHeader("Retry-After", ErrorBody.wait(&random))] : []
        let outcome = asking.send(
            service, count: 1 + random.below(3), HTTPResponse(status: status, headers: headers, body: body),
            isText: random.once(in: 2))
        try holds(outcome, service, body)
        for reply in outcome.replies
        where reply.isAnswered || !reply.answers.isEmpty || reply.charge == .billed {
            throw Breach(words: "status \(status) is an answer", input: body)
        }
        return false
    }

    private func send(
        _ service: Asking.Service, _ trees: [Tree], _ envelope: Envelope, _ status: Int
    ) -> Asking.Outcome {
        asking.send(
            service, count: trees.count,
            HTTPResponse(status: status, headers: [], body: envelope.around(trees)), isText: envelope.isText)
    }

    /// Checks an outcome: no secret and no control character in its words, none too long, and no answer unbilled.
    private func holds(
        _ outcome: Asking.Outcome, _ service: Asking.Service, _ input: [UInt8]
    ) throws(Breach) {
        let said = outcome.replies.compactMap(\.failure?.message) + (outcome.stop.map { ["\($0)"] } ?? [])
        for words in said {
            guard words.utf8.count < 4000, words.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else {
                throw Breach(words: "the message is not fit for a terminal: \(words)", input: input)
            }
            guard !words.contains(service.secret) else {
                throw Breach(words: "the message repeats a secret: \(words)", input: input)
            }
        }
        for reply in outcome.replies where reply.isAnswered && reply.charge != .billed {
            throw Breach(words: "an answer with the charge \(reply.charge)", input: input)
        }
    }

    /// Checks a reply: there is nothing in it that was not sent, and what is kept reads as it did.
    private func sound(_ reply: Reply, _ check: AnswerCheck, _ input: [UInt8]) throws(Breach) {
        if let surplus = check.surplus(in: reply.answers) {
            throw Breach(words: "\(surplus) is in the answer and not in the response", input: input)
        }
        guard reply.isAnswered else { return }
        let again = reply.raw.flatMap(asking.again)
        // A message of unknown members alone says nothing of any feature, and is not taken when it is read again.
        if again == nil, reply.raw != nil, reply.answers.allSatisfy(\.annotations.isEmpty) { return }
        guard again?.map(\.annotations) == reply.answers.map(\.annotations) else {
            throw Breach(words: "what is kept does not read as it did", input: input)
        }
    }

    private func words(_ outcome: Asking.Outcome) -> String {
        if let stop = outcome.stop { return "\(stop)" }
        return outcome.replies.map { "\($0.outcome) \($0.charge)" }.joined(separator: "; ")
    }

    private static let pieces = [
        "null", "[]", "{}", "\"\"", "true", "-1e308", "1e999", "99999999999999999999", "\"x\"", "\"NaN\"", "\\ud83d",
        "\\u0000", "\"error\":", "\"responses\":", "[[[[", "0x10", "-0", "{\"value\":", "\u{FEFF}", ",", ":", "}", "]",
    ]
}
