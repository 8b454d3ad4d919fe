import SQLiteStore
import Schema
import Storage
import Testing

@testable import Commands

@Suite("What Schema/README.md says of views") struct ViewPageTests {
    @Test func `every view and every column is explained`() throws {
        for view in try SQLiteStores().views() {
            #expect(ViewPage.embedded.summary(of: view.name) != nil, "\(view.name)")
            for column in view.columns {
                #expect(ViewPage.embedded.meaning(of: column.name, in: view.name) != nil, "\(view.name).\(column.name)")
            }
        }
    }

    @Test func `a column that is as another view's has that one's meaning`() {
        let page = ViewPage.embedded
        #expect(page.meaning(of: "description", in: "label_counts") == "the words")
        #expect(page.meaning(of: "score", in: "landmarks") == page.meaning(of: "score", in: "labels"))
        #expect(page.meaning(of: "text", in: "texts_history") == page.meaning(of: "text", in: "texts"))
        #expect(page.meaning(of: "generation", in: "labels_history")?.hasPrefix("1, 2, ...") == true)
        #expect(page.meaning(of: "state", in: "job_images") != page.meaning(of: "state", in: "runs"))
        #expect(page.meaning(of: "colour", in: "labels") == nil)
        #expect(page.summary(of: "labels_history") == "one row per job and label, of all answers there ever were")
        #expect(page.summary(of: "label") == nil)
    }

    @Test func `a column's values are told in short`() {
        var words = ColumnValues(.init(name: "description", kind: .text, declared: nil))
        for word in ["tower", "castle", "tower", "sea", "fog"] { words.add(.text(word)) }
        words.add(.null)
        #expect(words.summary(rows: 6) == "tower (2), castle (1), fog (1), ...; NULL in 16 %")
        var scores = ColumnValues(.init(name: "score", kind: .real, declared: "REAL"))
        for score in [0.5, 0.25, 0.75] { scores.add(.real(score)) }
        #expect(scores.summary(rows: 3) == "0.25 to 0.75")
        var moments = ColumnValues(.init(name: "annotated_at", kind: .moment, declared: nil))
        for day in ["2026-11-22", "2026-11-21"] { moments.add(.text("\(day)T00:00:00.000Z")) }
        #expect(moments.summary(rows: 2) == "2026-11-21T00:00:00.000Z to 2026-11-22T00:00:00.000Z")
        var nothing = ColumnValues(.init(name: "mid", kind: .text, declared: nil))
        #expect(nothing.summary(rows: 0) == nil)
        nothing.add(.null)
        #expect(nothing.summary(rows: 1) == "NULL everywhere")
    }

    @Test func `there are twenty-five questions, each with a name of its own`() throws {
        let names = CannedQuestion.all.map(\.name)
        // Datasette has one address for a question and a view of one name.
        #expect(Set(names).isDisjoint(with: try SQLiteStores().views().map(\.name)))
        #expect(names.count == 25 && Set(names).count == 25)
        #expect(
            CannedQuestion.all.allSatisfy {
                $0.title.hasSuffix("?") && $0.sql.hasPrefix("SELECT ") && !$0.sql.contains(";")
            })
    }
}
