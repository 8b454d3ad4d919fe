import Testing

@testable import Submitting

@Suite("The next step of the loop over sources") struct SourceStepTests {
    @Test func `follows from what is read, what was found and why it ends`() {
        let rows:
            [(
                title: String, endingFor: Int64?, isReading: Bool, hasPending: Bool, mayDownload: Bool,
                step: SourceStep
            )] = [
                ("nothing is read: the search is waited for", nil, false, false, true, .awaitFound),
                ("files are read: the search is polled", nil, true, false, true, .awaitRead(polls: true)),
                ("files that were found come before others", nil, true, true, true, .awaitRead(polls: false)),
                ("every reader of the web is busy", nil, true, false, false, .awaitRead(polls: false)),
                ("it ends, and nothing is read", 0, false, true, true, .end),
                ("it ends, and files are read", 0, true, false, true, .awaitRead(polls: false)),
                ("files are read for 5 s at most", 4999, true, true, true, .awaitRead(polls: false)),
                ("a read that hangs is left behind", 5000, true, true, true, .end),
            ]
        for row in rows {
            let step = SourceStep(
                endingFor: row.endingFor, isReading: row.isReading, hasPending: row.hasPending,
                mayDownload: row.mayDownload)
            #expect(step == row.step, "\(row.title)")
        }
    }
}
