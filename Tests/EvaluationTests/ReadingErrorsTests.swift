@testable import Evaluation
import TestSupport
import Testing

@Suite struct ReadingErrorsTests {
    @Test(arguments: [
        ("the quick brown fox", "the quik brown dog", 0.5, 0.157895),
        ("Rue de la Gare", "rue de la gare", 0.5, 0.142857),
        ("hello world", "hello", 0.5, 0.545455), ("hello", "hello big world", 2, 2), ("a b c", "a  b\nc", 0, 0),
        ("\u{E9}cole", "e\u{301}cole", 0, 0),
    ])
    func `error rates are those of the table`(truth: String, reading: String, words: Double, letters: Double) throws {
        var errors = ReadingErrors(ignoresCase: false)
        errors.add(truth: truth, reading: reading)
        #expect(abs(try #require(errors.words.rate) - words) < 5e-7)
        #expect(abs(try #require(errors.characters.rate) - letters) < 5e-7)
    }

    @Test func `errors of several texts are summed before they are divided`() throws {
        var errors = ReadingErrors(ignoresCase: false)
        errors.add(truth: "the quick brown fox", reading: "the quick brown")
        errors.add(truth: "a b", reading: "a b c d")
        #expect(errors.words.errors == 3 && errors.words.length == 6 && errors.words.rate == 0.5)
        #expect(errors.characters.errors == 8 && errors.characters.length == 22)
        #expect(abs(try #require(errors.characters.rate) - 0.363636) < 5e-7)
    }

    @Test func `case and punctuation are ignored where that is asked`() {
        var errors = ReadingErrors(ignoresCase: true)
        errors.add(truth: "Rue de la \u{AB}Gare\u{BB}!", reading: "rue, de la gare")
        #expect(errors.words.rate == 0 && errors.characters.rate == 0)
    }

    @Test func `a reading of nothing is no rate, and nothing of nothing is right`() {
        var errors = ReadingErrors(ignoresCase: false)
        errors.add(truth: "", reading: " \n")
        #expect(errors.words.rate == 0)
        errors.add(truth: "", reading: "two words")
        #expect(errors.words.rate == nil && errors.words.errors == 2 && errors.characters.errors == 9)
    }

    @Test(arguments: 1...200) func `the distance is that of the whole table`(seed: UInt64) {
        var random = Seeded(seed)
        let lengths = (0..<2).map { _ in Int.random(in: 0...60, using: &random) }
        let lists = lengths.map { length in (0..<length).map { _ in Int.random(in: 0...3, using: &random) } }
        var table = [Array(0...lists[1].count)]
        for (row, left) in lists[0].enumerated() {
            var line = [row + 1]
            for (column, right) in lists[1].enumerated() {
                line.append(
                    min(table[row][column] + (left == right ? 0 : 1), table[row][column + 1] + 1, line[column] + 1))
            }
            table.append(line)
        }
        #expect(distance(lists[0], lists[1]) == table.last?.last)
    }
}
