import Planning
import Testing
import Vocabulary

@Suite struct PlannerTests {
    let landmarks = RecipeID(1)
    let labels = RecipeID(2)
    let now = Timestamp(milliseconds: 1_000_000)

    func planner(_ change: (inout Refresh) -> Void = { _ in }) -> Planner {
        var refresh = Refresh()
        change(&refresh)
        return Planner(recipes: [landmarks, labels], refresh: refresh, now: now)
    }

    func history(_ change: (inout ImageHistory) -> Void) -> ImageHistory {
        var history = ImageHistory()
        change(&history)
        return history
    }

    func answer(_ recipe: RecipeID, at milliseconds: Int64 = 900_000, isCurrent: Bool = true) -> ImageHistory.Answered {
        .init(recipe: recipe, at: Timestamp(milliseconds: milliseconds), isCurrent: isCurrent)
    }

    @Test func `a new image is asked everything`() {
        #expect(planner().decide(ImageHistory()) == .queue([landmarks, labels], .new, show: []))
    }

    @Test func `only what is lacking is asked`() {
        let known = history { $0.answers = [answer(landmarks)] }
        #expect(planner().decide(known) == .queue([labels], .new, show: []))
    }

    @Test func `an image with every answer is left alone`() {
        let known = history { $0.answers = [answer(landmarks), answer(labels)] }
        #expect(planner().decide(known) == .answered)
    }

    @Test func `an answer that another setting has replaced is shown again, not asked again`() {
        let known = history { $0.answers = [answer(landmarks), answer(labels, isCurrent: false)] }
        #expect(planner().decide(known) == .show([labels]))
    }

    @Test func `an answer on the edge of its age is kept and one past it is asked anew`() {
        let planner = planner { $0.olderThan = TimeSpan(milliseconds: 100_000) }
        let onEdge = history { $0.answers = [answer(landmarks), answer(labels, at: 900_000)] }
        let past = history { $0.answers = [answer(landmarks), answer(labels, at: 899_999)] }
        #expect(planner.decide(onEdge) == .answered)
        #expect(planner.decide(past) == .queue([labels], .tooOld, show: []))
    }

    @Test(arguments: [TaskState.waiting, .running])
    func `a task that is under way is not queued again`(state: TaskState) {
        #expect(planner().decide(history { $0.taskInRun = state }) == .underWay)
    }

    @Test func `an earlier failure is tried again only when asked for`() {
        let failed = history { $0.hasFailed = true }
        let failedHere = history { $0.taskInRun = .failed }
        #expect(planner().decide(failed) == .leaveFailed)
        #expect(planner().decide(failedHere) == .leaveFailed)
        let again = planner { $0.failed = true }
        #expect(again.decide(failed) == .queue([landmarks, labels], .failedBefore, show: []))
        #expect(again.decide(failedHere) == .queue([landmarks, labels], .failedBefore, show: []))
    }

    @Test func `a cancelled task is queued when the job is submitted again`() {
        let cancelled = history { $0.taskInRun = .cancelled }
        #expect(planner().decide(cancelled) == .queue([landmarks, labels], .cancelledBefore, show: []))
    }
}
