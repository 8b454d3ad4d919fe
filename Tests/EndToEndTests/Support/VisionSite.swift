import Platform
import TestSupport
import Testing

/// A store and marked pictures, beside a Vision peer that others may have asked before.
final class VisionSite: Sendable {
    let scratch: Scratch
    let peer: Peer
    /// What commands get beside the usual environment.
    let environment: [String: String]
    private let before: (rows: Int, units: Int)

    /// The API key that the peer takes where nothing else is said.
    static let key = "AIzaSyPeerKey-4711-never-to-be-seen"

    /// A place with pictures of the marks.
    ///
    /// - Parameters:
    ///   - marks: their numbers.
    ///   - clock: what commands go by; nil: the machine's clock, whose day may end at any step of a test.
    init(
        _ peer: Peer, marks: Range<Int> = 1..<1, clock: SetClock? = nil,
        environment: [String: String] = ["VISION_KEY": VisionSite.key]
    ) throws {
        scratch = try Scratch()
        self.peer = peer
        let environment = environment.merging(clock?.environment ?? [:]) { $1 }
        // Without a terminal a billed backend makes no store that is not named.
        self.environment = environment.merging(["CAIRN_STORE": "cairn.db"]) { $1 }
        before = try (peer.rows().count, peer.units().count)
        try writePictures(marks)
    }

    /// Starts a peer that takes the key.
    static func peer(_ arguments: [String] = [], in scratch: Scratch, name: String = "peer") async throws -> Peer {
        try await offPool {
            try Peer("vision_peer.py", arguments, environment: ["PEER_API_KEY": key], in: scratch, name: name)
        }
    }

    /// Writes marked pictures.
    func writePictures(_ marks: Range<Int>, in folder: String = "pictures") throws {
        for mark in marks { try scratch.write("\(folder)/\(mark).png", Picture(mark: mark).png) }
    }

    /// Writes a job that asks the peer about all pictures.
    ///
    /// - Parameters:
    ///   - backend: lines for the section `backend` in place of the account and the key.
    ///   - more: sections beside those; without a `retry` of their own, waits are short.
    @discardableResult
    func writeJob(
        _ name: String = "job", images: [String] = ["folder: pictures"], features: [String] = ["LABEL_DETECTION"],
        endpoint: String? = nil, backend: [String] = ["account: tower-1", "auth: {apiKey: env:VISION_KEY}"],
        retry: String = "attempts: 3", more: [String] = ["pace: {inFlight: 1}"]
    ) throws -> String {
        var lines = ["job: \(name)", "images:"] + images.map { "  - \($0)" }
        lines += ["backend:", "  kind: vision", "  endpoint: \(endpoint ?? peer.url)"] + backend.map { "  \($0)" }
        lines += ["features:"] + features.map { "  - \($0)" }
        lines += ["retry: {base: 1ms, cap: 20ms, \(retry)}"] + more
        try scratch.write("\(name).yaml", lines.joined(separator: "\n") + "\n")
        return "\(name).yaml"
    }

    /// Starts `cairn`.
    func start(_ words: String...) throws -> Running {
        try scratch.start([Place.cairn.description] + VisionSite.words(words), environment: environment)
    }

    /// The same words; a first night may have a new store.
    private static func words(_ words: [String]) -> [String] {
        words.first == "nightly" ? words + ["--new-store"] : words
    }

    /// Runs `cairn` to its end, which must be of this exit status.
    @discardableResult
    func cairn(
        _ words: String..., exits status: Int32, note: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await scratch.start(
            [Place.cairn.description] + VisionSite.words(words), environment: environment
        ).end()
        let words = [note?.rawValue, "\(ending)"].compactMap(\.self).joined(separator: ": ")
        #expect(ending.status == status, "\(words)", sourceLocation: sourceLocation)
        return ending
    }

    /// The peer's rows about requests of this place, of one kind.
    func requests(_ kind: String = "annotate") throws -> [JSONText] {
        try peer.rows().dropFirst(before.rows).filter { $0["kind"] == .text(kind) }
    }

    /// What the peer bills this place for.
    func units() throws -> [JSONText] { Array(try peer.units().dropFirst(before.units)) }

    /// How many tasks are in each state: `done 3, failed 1`.
    func tasks() throws -> String {
        try scratch.book.rows("SELECT state, count(*) FROM task GROUP BY state ORDER BY state")
            .map { "\($0[0]) \($0[1])" }.joined(separator: ", ")
    }
}
