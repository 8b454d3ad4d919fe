import Platform
import Synchronization
import TestSupport
import Testing
import Domain

@testable import Backends

/// What Google says to a request with one image that it cannot take.
private let unfit =
    #"{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"Request must specify image and features."}}"#

@Suite("The splitting of refused requests") struct SplittingTests {
    /// A service that refuses every request with an image whose text begins with `bad`, and counts what it answered.
    private func service(_ served: Served, status: Int = 400, body: String = unfit) throws -> Service {
        try Service { request in
            let pictures = contents(of: request)
            guard !pictures.contains(where: { $0.hasPrefix("bad") }) else { return .init(status, body) }
            served.add(pictures)
            return labelling(request)
        }
    }

    @Test func `the culprit stands alone, and everybody else is answered once, in order`() throws {
        var generator = Seeded(31)
        for round in 0..<12 {
            let count = Int.random(in: 1...16, using: &generator)
            let names = (0..<count).map { "\(Int.random(in: 0..<4, using: &generator) == 0 ? "bad" : "good")\($0)" }
            let served = Served()
            let service = try service(served)
            let replies = try service.slotSend(names)
            #expect(
                replies.map(summary)
                    == names.map { $0.hasPrefix("bad") ? "failed refused none" : "answered \($0) billed" },
                "seed 31, round \(round)")
            #expect(served.all == names.filter { !$0.hasPrefix("bad") }, "seed 31, round \(round): each billed once")
        }
    }

    @Test(arguments: [
        (413, "<html>413</html>"),
        (
            400,
            #"{"error":{"status":"INVALID_ARGUMENT","message":"Request payload size exceeds the limit: 10485760 "#
                + #"bytes."}}"#
        ),
        (400, #"{"error":{"status":"INVALID_ARGUMENT","message":"Too many images per request"}}"#),
    ])
    func `too much in one request is sent in smaller ones`(_ status: Int, _ body: String) throws {
        let service = try Service { request in
            contents(of: request).count > 2 ? .init(status, body) : labelling(request)
        }
        #expect(
            try service.send("a", "b", "c", "d", "e").map(summary)
                == ["a", "b", "c", "d", "e"].map { "answered \($0) billed" })
        let alone = try self.service(Served(), status: status, body: body)
        #expect(try alone.send("bad").map(summary) == ["failed tooLarge none"])
    }

    @Test func `what was answered before the run must stop is kept`() throws {
        let service = try Service { request in
            let pictures = contents(of: request)
            if pictures.count > 2 { return .init(400, unfit) }
            return pictures.contains("c") ? .init(404, "") : labelling(request)
        }
        #expect(
            try service.send("a", "b", "c", "d").map(summary)
                == ["answered a billed", "answered b billed", "stop none", "stop none"])
        #expect(verdict(service, "c", "a").hasPrefix("account my-project"))
    }

    @Test func `where one half is held back the other is not sent`() throws {
        let service = try Service { request in
            contents(of: request).count > 2 ? .init(400, unfit) : .init(429, "", headers: ["Retry-After": "7"])
        }
        #expect(try service.send("a", "b", "c", "d").map(summary) == Array(repeating: "throttled 7000 none", count: 4))
        #expect(service.server.requests.count == 2)
    }
}

/// The pictures that were answered, in order.
private final class Served: Sendable {
    private let pictures = Mutex<[String]>([])
    var all: [String] { pictures.withLock { $0 } }
    func add(_ more: [String]) { pictures.withLock { $0 += more } }
}
