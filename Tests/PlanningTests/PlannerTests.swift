import Planning
import Testing
import Domain

@Suite struct PlannerTests {
    let landmarks = RecipeID(1)
    let labels = RecipeID(2)
    let now = Timestamp(milliseconds: 1_000_000)
    let refusal = PastFailure(
        Failure(stage: .annotate, kind: .refused, message: "no"), askedAt: Timestamp(milliseconds: 0))

    func planner(_ change: (inout Refresh) -> Void = { _ in }) -> Planner {
        var refresh = Refresh()
        change(&refresh)
        return Planner(recipes: [landmarks, labels], refresh: refresh, retryNights: 5, now: now)
    }

    func history(_ change: (inout ImageHistory) -> Void) -> ImageHistory {
        var history = ImageHistory()
        change(&history)
        return history
    }

    func answer(_ recipe: RecipeID, at milliseconds: Int64 = 900_000, generation: Int64 = 1) -> ImageHistory.Answered {
        .init(recipe: recipe, at: Timestamp(milliseconds: milliseconds), generation: generation)
    }

    @Test func `a new image is asked everything`() {
        #expect(planner().decide(ImageHistory()) == .queue(.new, minGenerations: [:]))
    }

    @Test func `only missing recipes are asked`() {
        let known = history { $0.answers = [answer(landmarks)] }
        #expect(planner().decide(known) == .queue(.new, minGenerations: [:]))
    }

    @Test func `an image with every answer is left alone`() {
        let known = history { $0.answers = [answer(landmarks), answer(labels)] }
        #expect(planner().decide(known) == .answered)
    }

    @Test func `the reason says what has changed`() {
        let older = RecipeID(7)
        func reason(_ change: RecipeChange, _ answers: [ImageHistory.Answered]) -> ImageDecision {
            let planner = Planner(
                recipes: [landmarks], changes: [landmarks: [change]], refresh: Refresh(), retryNights: 5, now: now)
            return planner.decide(history { $0.answers = answers })
        }
        #expect(
            reason(.modelChanged(from: older), [answer(older)])
                == .queue(.modelChanged(from: older), minGenerations: [:]))
        #expect(
            reason(.parametersChanged(from: older), [answer(older)])
                == .queue(.parametersChanged(from: older), minGenerations: [:]))
        #expect(reason(.modelChanged(from: older), []) == .queue(.new, minGenerations: [:]))
        #expect(reason(.featureAdded, [answer(labels)]) == .queue(.featureAdded, minGenerations: [:]))
        #expect(reason(.featureAdded, []) == .queue(.new, minGenerations: [:]))
        let overwritten = history { $0.replaced = ImageID(3) }
        #expect(planner().decide(overwritten) == .queue(.bytesChanged(from: ImageID(3)), minGenerations: [:]))
    }

    @Test func `a file that failed in another job fails in this one, unless it is asked to try again`() {
        let damaged = PastFailure(
            Failure(stage: .decode, kind: .damaged, message: "cut short"), askedAt: Timestamp(milliseconds: 0))
        let known = history { $0.fileFailure = damaged }
        #expect(planner().decide(known) == .copyFailure(damaged, minGenerations: [:]))
        #expect(planner { $0.failed = true }.decide(known) == .queue(.new, minGenerations: [:]))
    }

    @Test func `an answer on the edge of its age is kept and one past it is asked anew`() {
        let planner = planner { $0.olderThan = TimeSpan(milliseconds: 100_000) }
        let onEdge = history { $0.answers = [answer(landmarks), answer(labels, at: 900_000)] }
        let past = history { $0.answers = [answer(landmarks), answer(labels, at: 899_999, generation: 4)] }
        #expect(planner.decide(onEdge) == .answered)
        #expect(planner.decide(past) == .queue(.tooOld, minGenerations: [labels: 4]))
    }

    @Test func `an aged answer is the reason, though another model was asked in between`() {
        let other = RecipeID(7)
        var refresh = Refresh()
        refresh.olderThan = TimeSpan(milliseconds: 100_000)
        let planner = Planner(
            recipes: [landmarks], changes: [landmarks: [.modelChanged(from: other)]], refresh: refresh,
            retryNights: 5, now: now)
        let known = history { $0.answers = [answer(landmarks, at: 1), answer(other)] }
        #expect(planner.decide(known) == .queue(.tooOld, minGenerations: [landmarks: 1]))
    }

    @Test(arguments: [TaskState.queued, .running])
    func `a task that is under way is not queued again`(state: TaskState) {
        #expect(planner().decide(history { $0.taskInRun = state }) == .alreadyQueued)
    }

    @Test func `an earlier failure is tried again only when asked for`() {
        let failed = history {
            $0.failure = refusal
            $0.isFailing = true
        }
        #expect(planner().decide(failed) == .skipFailed)
        #expect(planner { $0.failed = true }.decide(failed) == .queue(.failedBefore, minGenerations: [:]))
    }

    @Test(
        arguments: [
            ("service", nil, true), ("service", "UNAVAILABLE", true), ("service", "UNREADABLE_RESPONSE", true),
            ("lost", nil, true), ("unreachable", "ECONNREFUSED", true), ("unreadable", "EIO", true),
            ("service", "MALFORMED_RESPONSE", false), ("service", "RESPONSE_TOO_LARGE", false), ("refused", nil, false),
            ("damaged", nil, false), ("notAnImage", nil, false), ("unsupported", nil, false), ("tooLarge", nil, false),
            ("model", nil, false), ("quarantined", nil, false), ("empty", nil, false),
        ] as [(String, String?, Bool)])
    func `a failure that may pass is tried again by a later night, and no other one`(
        kind: String, code: String?, mayPass: Bool
    ) throws {
        let failure = Failure(
            stage: .annotate, kind: try #require(Failure.Kind(rawValue: kind)), code: code, message: "no")
        let night = Int64(18 * 3_600_000)
        func decide(after wait: Int64, nights: Int, isFailing: Bool = true) -> ImageDecision {
            planner().decide(
                history {
                    $0.failure = PastFailure(
                        failure, askedAt: Timestamp(milliseconds: now.milliseconds - wait), nights: nights)
                    $0.isFailing = isFailing
                })
        }
        #expect(decide(after: night - 1, nights: 0) == (mayPass ? .awaitRetry : .skipFailed))
        for nights in 0..<5 {
            #expect(
                decide(after: night, nights: nights)
                    == (mayPass ? .queue(.failedBefore, minGenerations: [:], nights: nights + 1) : .skipFailed))
        }
        #expect(decide(after: night, nights: 5) == .skipFailed && decide(after: night * 100, nights: 5) == .skipFailed)
        // One that the job's rows do not tell is told again, and goes on waiting from where it was.
        let hidden = decide(after: night - 1, nights: 3, isFailing: false)
        guard case .copyFailure(let past, _, let isOpen) = hidden else {
            Issue.record("\(hidden)")
            return
        }
        #expect(past.nights == 3 && past.askedAt.milliseconds == now.milliseconds - night + 1 && isOpen == mayPass)
    }

    @Test func `an earlier failure that the job's rows do not tell is told again, with the age of what it lacks`() {
        let planner = planner { $0.olderThan = TimeSpan(milliseconds: 100_000) }
        let hidden = history {
            $0.answers = [answer(landmarks), answer(labels, at: 1, generation: 2)]
            $0.failure = refusal
        }
        #expect(planner.decide(hidden) == .copyFailure(refusal, minGenerations: [labels: 2]))
    }

    @Test func `an image that failed and was answered since is asked when that answer is too old`() {
        let planner = planner { $0.olderThan = TimeSpan(milliseconds: 100_000) }
        let known = history {
            $0.answers = [answer(landmarks, at: 1), answer(labels)]
            $0.taskInRun = .failed
        }
        #expect(planner.decide(known) == .queue(.tooOld, minGenerations: [landmarks: 1]))
    }

    @Test func `an answer that was asked anew and failed is asked like one that is not there`() {
        func decide(_ failure: Failure.Kind, at milliseconds: Int64) -> ImageDecision {
            planner().decide(
                history {
                    $0.answers = [answer(landmarks), answer(labels, generation: 3)]
                    $0.floors = [labels: 3]
                    $0.failure = PastFailure(
                        Failure(stage: .annotate, kind: failure, message: "no"),
                        askedAt: Timestamp(milliseconds: milliseconds))
                    $0.isFailing = true
                })
        }
        let night: Int64 = 18 * 3_600_000
        let before = now.milliseconds - night
        #expect(decide(.service, at: before) == .queue(.failedBefore, minGenerations: [labels: 3], nights: 1))
        #expect(decide(.service, at: before + 1) == .awaitRetry)
        #expect(decide(.refused, at: before) == .skipFailed)
        // Another run has answered it since.
        let answered = history {
            $0.answers = [answer(landmarks), answer(labels, generation: 4)]
            $0.floors = [labels: 3]
        }
        #expect(planner().decide(answered) == .answered)
    }

    @Test func `a cancelled task is queued when the job is submitted again`() {
        let cancelled = history { $0.taskInRun = .cancelled }
        #expect(planner().decide(cancelled) == .queue(.new, minGenerations: [:]))
    }
}
