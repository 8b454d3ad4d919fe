internal import Backends
internal import Platform
internal import Storage
internal import Vocabulary

/// The tasks a process has in hand: given to a line, and not yet ended.
final class Hands {
    private let line: any Line
    private let finished: Handover<Finished>
    private var held: [AttemptID: Claim] = [:]

    /// Starts the line of a backend.
    ///
    /// - Parameter asked: the backend's recipe of each number that a task can ask.
    init(_ backend: Backend, asked: [RecipeID: Recipe], job: Job, clock: Clock) throws(RunError) {
        let judge = Judge(job.retry, clock: clock, chance: { Double.random(in: 0..<1) })
        // Wide enough for all that may be in hand, so that who ends a task never waits for who records it.
        finished = Handover(capacity: mostInHand)
        switch backend {
        case .local(let backend): line = try LocalLine(backend, job: job, judge: judge, finished: finished)
        case .remote(let backend):
            line = try RemoteLine(backend, asked: asked, job: job, judge: judge, finished: finished)
        }
    }

    /// Whether nothing is in hand.
    var isEmpty: Bool { held.isEmpty }

    /// Why nothing can be annotated any more.
    var problem: BackendError? { line.problem }

    /// How many tasks more should be in hand.
    func room(at imagesPerSecond: Double) -> Int {
        if held.values.contains(where: \.isAlone) { return 0 }
        let wanted = min(line.wanted(at: imagesPerSecond), mostInHand)
        // Small top-ups would make a commit for each image.
        return wanted - held.count >= line.batch(of: wanted) ? wanted - held.count : 0
    }

    /// Gives tasks to the line.
    func give(_ more: [Claim]) {
        for claim in more { held[claim.attempt] = claim }
        line.give(more)
    }

    /// What has ended, once it is worth a commit, or the time is up.
    func takeFinished(within milliseconds: Int64) -> [Finished] {
        let ended = finished.takeAll(enough: max(1, line.batch(of: held.count)), within: milliseconds)
        for one in ended { held[one.claim.attempt] = nil }
        return ended
    }

    /// Takes back what is not begun; it ends as interrupted.
    func takeBackUnbegun() {
        for claim in line.takeBack() { finished.put(Finished(returning: claim)) }
    }

    /// Ends the line once it has finished what is in hand.
    func stop() {
        line.stop()
        finished.close()
    }
}

/// The most tasks in hand whatever the backend: what a process may have to do again after its death.
private let mostInHand = 4096
