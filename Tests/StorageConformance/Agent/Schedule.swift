internal import Platform
internal import SQLiteStore
internal import Storage
internal import StorageConformance
internal import StoreProbe
internal import TestSupport
internal import Domain

/// One order of calls of two processes on one file, by a seed.
final class Schedule {
    private(set) var calls = 0
    private(set) var kills = 0
    private(set) var repeats = 0
    private let place: Place
    private let file: FilePath
    private var random: Seeded
    private var actors: [Actor] = []
    private let clock = HandSetClock()
    private var moment = Schedule.start
    private let cap: Int?
    private var runs: [(id: String, job: String)] = []
    /// Who was given each attempt.
    private var holders: [String: Int] = [:]
    /// Attempts that were told to be sent: each is a unit that a vendor may bill.
    private var sent: Set<String> = []
    /// Attempts that an agent has reported as refused or not sent, whose units may be released.
    private var refused: Set<String> = []
    private var key: UInt64

    /// When all schedules begin, in milliseconds since 1970.
    private static let start: Int64 = 1_800_000_040_000

    init(seed: UInt64, in place: Place) throws {
        self.place = place
        random = Seeded(seed)
        key = seed << 20
        file = try place.store()
        cap = Bool.random(using: &random) ? Int.random(in: 2...9, using: &random) : nil
    }

    /// Throws where what came of it breaks the contract.
    func run() throws {
        for number in 0..<2 { actors.append(Actor(try place.agent(), host: "host\(number)")) }
        for actor in actors { try start(actor) }
        try submit(actors[0], "job", 0..<Int.random(in: 3...8, using: &random))
        if Bool.random(using: &random) { try submit(actors[1], "other", 0..<Int.random(in: 3...8, using: &random)) }
        for actor in actors { try open(actor) }
        for _ in 0..<Int.random(in: 8...24, using: &random) { try step() }
        try end()
        for actor in actors { place.keep(actor.agent) }
    }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private func nextKey() -> UInt64 {
        key += 1
        return key
    }

    /// One call of each of some agents, all at the same time.
    private func step() throws {
        if number(0...7) == 0 { moment += Int64(number(0...3)) * 1000 }
        let both = number(0...2) > 0
        let chosen = both ? [0, 1] : [number(0...1)]
        let told = chosen.map { (actor: actors[$0], index: $0, call: actors[$0].nextCall(&random, runs, nextKey)) }
        for one in told {
            // What it ends may be given to the other one at the same moment.
            refused.formUnion(one.actor.noteEnds(one.call))
            try tell(one.actor, one.call)
        }
        for one in told {
            if number(0...14) == 0 {
                // Before it, within it or behind it: the call takes effect whole or not at all.
                try crash(one.index)
            } else {
                try take(try one.actor.agent.answer(), one.index)
                if number(0...5) == 0 {
                    // The reply was lost, and the caller asks again.
                    repeats += 1
                    try tell(one.actor, one.call)
                    try take(try one.actor.agent.answer(), one.index)
                }
            }
        }
        try checkClaims()
    }

    private func tell(_ actor: Actor, _ call: String) throws {
        calls += 1
        try actor.agent.tell("clock \(moment)")
        _ = try actor.agent.answer()
        try actor.agent.tell(call)
    }

    private func call(_ actor: Actor, _ call: String) throws -> [String] {
        try tell(actor, call)
        return try actor.agent.answer()
    }

    private func start(_ actor: Actor) throws { _ = try call(actor, "open \(file)") }

    private func submit(_ actor: Actor, _ job: String, _ images: Range<Int>) throws {
        _ = try call(actor, "begin \(nextKey()) \(job)")
        let reply = try call(actor, "apply 1 \(images.lowerBound) \(images.upperBound)")
        _ = try call(actor, "finish")
        if reply[0] != "-" { runs.append((reply[0], job)) }
    }

    private func open(_ actor: Actor) throws {
        guard let run = runs.randomElement(using: &random) else { return }
        actor.forget()
        actor.run = run.id
        let cap = cap.map { "\($0)" } ?? "-"
        let reply = try call(actor, "work \(nextKey()) \(actor.host) \(run.id) \(run.job) \(cap)")
        if reply != ["worker"] { throw Nonconformance("run \(run.id) cannot be worked on") }
    }

    /// Kills an agent, and starts another one that finds it dead.
    private func crash(_ index: Int) throws {
        kills += 1
        let old = actors[index]
        old.agent.crash()
        actors[index] = Actor(try AgentProcess(), host: "host\(index + kills * 2)")
        try start(actors[index])
        _ = try call(actors[index], "rescue \(old.host)")
        try open(actors[index])
    }

    /// Takes in what an exchange has brought.
    private func take(_ reply: [String], _ index: Int) throws {
        for word in reply {
            let parts = word.split(separator: ":").map(String.init)
            switch parts.first {
            case "claim":
                // Hosts are numbered by kills: an attempt belongs to one life of one agent.
                let holder = index + 2 * kills
                if let other = holders[parts[1]], actors[index].claims[parts[1]] == nil {
                    throw Nonconformance("attempt \(parts[1]) was given to \(other) and to \(holder)")
                }
                holders[parts[1]] = holder
                actors[index].claims[parts[1]] = parts[2]
            case "sent":
                sent.insert(parts[1])
                actors[index].sent.insert(parts[1])
            default: break
            }
        }
    }

    /// Throws where two workers have one image.
    private func checkClaims() throws {
        let images = actors.flatMap { $0.claims.values }
        if Set(images).count < images.count, !hasLapsed {
            throw Nonconformance("an image is processed by two workers")
        }
    }

    /// Whether a worker may have been given up by another one: then both may think that they have an image.
    private var hasLapsed: Bool { moment > Schedule.start + 50_000 }

    /// Both leave, and the rows are looked at.
    private func end() throws {
        for actor in actors { _ = try call(actor, "leave") }
        let store = try SQLiteStore(at: file, for: .work, clock: clock.clock)
        for actor in actors { try actor.agent.tell("rescue \(actor.host)") }
        for actor in actors { _ = try actor.agent.answer() }
        if let first = try store.problems().first { throw Nonconformance("an invariant does not hold: \(first)") }
        let probe = SQLiteProbe(file)
        if let first = try probe.capsPassed().first { throw Nonconformance("the cap of \(first) is passed") }
        let units = try probe.units()
        let open = (units["reserved"] ?? 0) + (units["sent"] ?? 0)
        if open > 0 { throw Nonconformance("\(open) units are open though no worker is left") }
        for (key, one) in try probe.billed() where one.settled > 1 {
            throw Nonconformance("\(key.image) was settled \(one.settled) times")
        }
        if let lost = sent.subtracting(refused).subtracting(try probe.billedAttempts()).first {
            throw Nonconformance("attempt \(lost) was told to be sent, and its unit is neither settled nor uncertain")
        }
    }
}
