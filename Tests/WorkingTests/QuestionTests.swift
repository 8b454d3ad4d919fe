import Platform
import Testing

@testable import Working

@Suite("A question from one thread to another", .timeLimit(.minutes(1))) struct QuestionTests {
    @Test func `is waited for until it is answered`() async {
        let question = Question<Int, String>(7)
        let answer = await withCheckedContinuation { waiting in
            WorkerThreads.start(1, named: "asks") { waiting.resume(returning: question.wait()) }
            WorkerThreads.start(1, named: "answers") { question.answer("seven, of \(question.request)") }
        }
        #expect(answer == "seven, of 7")
    }

    @Test func `keeps its first answer, and none is one, too`() {
        let question = Question<Int, String>(7)
        question.answer("first")
        question.answer("second")
        #expect(question.wait() == "first" && question.wait() == "first")
        let stopped = Question<Int, String>(7)
        stopped.answer(nil)
        stopped.answer("late")
        #expect(stopped.wait() == nil)
    }
}
