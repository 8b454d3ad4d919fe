internal import Backends
internal import Platform
internal import Storage
internal import Vocabulary

/// The tasks a process has in hand: given to its slots, and not yet ended.
final class Hands {
    private let claims: Handover<Claim>
    private let finished: Handover<Finished>
    private let slots: Int
    /// The most tasks in hand.
    ///
    /// Each queue holds as many, so that who gives and who takes back never waits for room:
    /// it is the thread that would have to make it.
    private let most: Int
    private var held: [AttemptID: Claim] = [:]

    /// Starts the slots, each with a backend slot of its own.
    init(slots count: Int, backend: any LocalBackend, job: Job, clock: Clock) throws(RunError) {
        slots = count
        most = max(mostInHand, count * 2)
        claims = Handover(capacity: most)
        finished = Handover(capacity: most)
        let ready = Handover<BackendError?>(capacity: count)
        let (claims, finished, request) = (claims, finished, backend.request)
        Slots.start(count, named: "slot") {
            let slot: any LocalSlot
            do throws(BackendError) {
                slot = try backend.makeSlot()
                ready.put(nil)
            } catch {
                ready.put(error)
                return
            }
            let line = TaskLine(
                slot: slot, request: request, job: job, clock: clock, chance: { Double.random(in: 0..<1) })
            var image = PreparedImage(
                size: request.size, channels: request.channels, samples: [],
                placement: Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: request.size))
            while let claim = claims.take() {
                guard finished.put(line.run(claim, into: &image)) else { return }
            }
        }
        for _ in 0..<count {
            guard let problem = ready.take() ?? nil else { continue }
            stop()
            throw .backend(problem)
        }
    }

    /// Whether nothing is in hand.
    var isEmpty: Bool { held.isEmpty }

    /// Everything in hand.
    var all: [Claim] { Array(held.values) }

    /// How many tasks more should be in hand: enough for a tenth of a second, so that slots never wait for a commit.
    func room(at imagesPerSecond: Double) -> Int {
        if held.values.contains(where: \.isAlone) { return 0 }
        let wanted = max(slots * 2, min(most, Int(imagesPerSecond / 10)))
        // Small top-ups would make a commit for each image.
        return held.count <= wanted / 2 ? wanted - held.count : 0
    }

    /// Gives tasks to the slots.
    func give(_ more: [Claim]) {
        for claim in more {
            held[claim.attempt] = claim
            claims.put(claim)
        }
    }

    /// What has ended, once half of what is in hand has, or the time is up.
    func takeFinished(within milliseconds: Int64) -> [Finished] {
        let ended = finished.takeAll(enough: max(1, held.count / 2), within: milliseconds)
        for one in ended { held[one.claim.attempt] = nil }
        return ended
    }

    /// Takes back from the queue what no slot has begun; it ends as interrupted.
    func takeBackUnbegun() {
        while let claim = claims.poll() { finished.put(Finished(returning: claim)) }
    }

    /// Ends the slots once they have finished the task in hand.
    func stop() {
        claims.close()
        finished.close()
    }
}

/// The most tasks a process has in hand, but for one with many slots: what it may have to do again after its death.
private let mostInHand = 64
