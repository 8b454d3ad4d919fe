import Commands
import Domain
import Platform
import Nights
import TestSupport
import Testing

@Suite("The hints in messages") struct HintsTests {
    /// What a night's report says of an error, where the store was named.
    private func lines(_ words: String, store: FilePath?) -> [String] {
        var report = NightReport(job: "town", ending: .failed(words: words, exit: .backend))
        report.storeOption = store
        return NightReportText(report).text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test(arguments: [
        ("plain.db", "plain.db"), ("/a/b-c_d.db", "/a/b-c_d.db"), ("a b.db", "'a b.db'"), ("it's", "'it'\\''s'"),
        ("$HOME/`x`", "'$HOME/`x`'"), ("~/x.db", "'~/x.db'"), ("grün.db", "grün.db"), ("", "''"),
        ("a\nb", "$'a\\x0ab'"),
    ])
    func `a store is written as a shell takes it`(path: String, word: String) {
        let lines = lines("no network; `cairn work` continues", store: FilePath(path))
        #expect(lines.contains("cairn work --store \(word)"), "\(lines)")
    }

    @Test func `a name that is not UTF-8 can be pasted, too`() {
        let lines = lines("`cairn work`", store: FilePath(bytes: [0x61, 0xFF, 0x27]))
        #expect(lines.contains("cairn work --store $'a\\xff\\x27'"), "\(lines)")
    }

    @Test func `what opens no store gets none, and neither does what finds its store by itself`() {
        let words = "`cairn schema` lists it, `cairn status 1` shows it, `other` does not"
        #expect(lines(words, store: FilePath("x.db")).contains("cairn schema"))
        #expect(lines(words, store: FilePath("x.db")).contains("cairn status 1 --store x.db"))
        #expect(lines(words, store: nil).contains("cairn status 1"))
    }
}
