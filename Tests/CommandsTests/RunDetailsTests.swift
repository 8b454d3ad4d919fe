import Reporting
import Storage
import Testing
import Working
import Domain

@testable import Commands
@testable import Working

@Suite("Details of runs in words") struct RunDetailsTests {
    private func sent(_ images: Int, units: Int, microDollars: Int64?) -> InFlight {
        InFlight(images: images, units: units, microDollars: microDollars, isSent: true)
    }

    @Test func `the first Ctrl-C says what is finished, and what a second one may cost`() {
        #expect(
            sent(1, units: 2, microDollars: 380_000).finishingWords
                == "finishing 1 image in flight; Ctrl-C again stops now, and up to 2 units ($0.38) may then be billed twice"
        )
        #expect(
            sent(1200, units: 1200, microDollars: nil).finishingWords.contains("up to 1,200 units may then be billed"))
        #expect(sent(0, units: 0, microDollars: 0).finishingWords == "nothing is in flight; Ctrl-C again stops now")
        #expect(
            InFlight(images: 3, units: 0, microDollars: 0, isSent: false).finishingWords
                == "finishing 3 images in progress; Ctrl-C again stops now and returns them to the queue")
    }

    @Test func `work that is ended by force says what may have been billed`() {
        #expect(sent(0, units: 0, microDollars: 0).forcedWords == "stopped; `cairn work` continues")
        #expect(
            sent(2, units: 4, microDollars: 6000).forcedWords.hasPrefix(
                "stopped; 4 units (< $0.01) were sent and not answered: the next `cairn work` counts them as uncertain")
        )
        #expect(sent(0, units: 0, microDollars: 0).uncertainWords == nil)
        #expect(
            sent(2, units: 4, microDollars: 60_000).uncertainWords?.hasPrefix(
                "4 units (up to $0.06) are uncertain: they were sent, and no answer came; ") == true)
    }

    @Test func `a kind of failure has its code, its number and an example with its name once`() {
        func words(_ example: String, path: String, code: String? = nil) -> String {
            FailureCount(kind: "service", code: code, count: 1200, example: example, path: path).words
        }
        #expect(words("it failed", path: "a.jpg", code: "E1") == "1,200 service E1: a.jpg: it failed")
        #expect(words("a.jpg: it failed", path: "a.jpg") == "1,200 service: a.jpg: it failed")
        #expect(words("it failed", path: "") == "1,200 service: it failed")
    }
}
