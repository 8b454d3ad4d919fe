import TestSupport
import Testing

/// A way for a service to misbehave, and how a run must end then.
struct Fault: CustomTestStringConvertible, Sendable {
    /// What goes wrong, in a few words: the name of its test case.
    let name: String
    /// The peer's rules; see Tests/Peers/rules.py and vision_peer.py.
    let rules: String
    /// How many pictures are asked about; they make one request.
    var images = 3
    var features = ["LABEL_DETECTION"]
    var retry = "attempts: 3"
    /// The exit status.
    var exit: Int32 = 0
    /// How many tasks are in each state at the end.
    let tasks: String
    /// What the books say at the end.
    let books: String
    /// How attempts ended: `done UNAVAILABLE 3`, without the code where there is none.
    let attempts: String
    /// Kind and code of every failure, each once.
    var failures: [String] = []
    /// What `message` of every failure, or standard error of a run that was stopped, has.
    var words: [String] = []
    /// How many requests the peer saw.
    var requests: Int?
    /// The least time that the run may take, in milliseconds.
    var milliseconds: Int64 = 0

    var testDescription: String { name }

    /// Lets it happen, and looks at what came of it.
    func run(on peer: Peer, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let note: Comment = "\(rules)"
        let site = try VisionSite(peer, marks: 1..<images + 1)
        try peer.misbehave(rules)
        let job = try site.writeJob(features: features, retry: retry)
        let ending = try await site.cairn("run", job, exits: exit, note: note, sourceLocation: sourceLocation)
        func check(_ seen: String, _ expected: String) {
            #expect(seen == expected, "\(rules)\n\(ending)", sourceLocation: sourceLocation)
        }
        check(try site.tasks(), tasks)
        check(try site.books(), books)
        check(try site.attempts(), attempts)
        let failed = try site.scratch.book.rows("SELECT DISTINCT kind, code, message FROM failures ORDER BY 1, 2")
        check(failed.map { "\($0[0]) \($0[1])" }.joined(separator: ", "), failures.joined(separator: ", "))
        for word in words {
            let isSaid = failed.isEmpty ? ending.error.contains(word) : failed.allSatisfy { $0[2].contains(word) }
            #expect(isSaid, "`\(word)` is not said of \(rules): \(failed) \(ending)", sourceLocation: sourceLocation)
        }
        if let requests { check("\(try site.requests().count) requests", "\(requests) requests") }
        #expect(ending.milliseconds >= milliseconds, "\(rules): \(ending)", sourceLocation: sourceLocation)
        try await site.audit(note, sourceLocation: sourceLocation)
    }
}

extension VisionSite {
    /// How attempts ended, each sort with its number: `done 3, retry UNAVAILABLE 3`.
    ///
    /// Attempts that were interrupted before anything was sent are left out: how many images are claimed at the moment
    /// at which a run stops is chance.
    func attempts() throws -> String {
        try scratch.book.rows(
            """
            SELECT outcome, ifnull(' ' || code, ''), count(*) FROM attempts
            WHERE outcome <> 'interrupted' OR code IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
            """
        ).map { "\($0[0])\($0[1]) \($0[2])" }.joined(separator: ", ")
    }
}
