import SQLite
import Testing

/// What a database holds that no program of ours has written.
@Suite struct DamageTests {
    let connection: Connection<SQLiteError>

    init() throws {
        connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        try connection.script(
            "CREATE TABLE pile (stones INTEGER) STRICT; INSERT INTO pile VALUES (7), (9223372036854775807), (-1), (8)")
    }

    private func damage(_ body: () throws(SQLiteError) -> Void) -> String? {
        do throws(SQLiteError) {
            try body()
            return nil
        } catch {
            return error.meaning == .corrupt ? error.message : "\(error)"
        }
    }

    @Test(arguments: [Int64.min, .max, 1 << 53 + 1, -(1 << 53) - 1])
    func `a number that no date, count or amount is refuses its row, by its column's name`(number: Int64) throws {
        let words = "stones is \(number), which is not a date, a count, an amount or a row's number"
        #expect(
            damage { () throws(SQLiteError) in
                _ = try connection.first("SELECT ? AS stones", .integer(number)) { $0.integer(0) }
            } == words)
        #expect(
            damage { () throws(SQLiteError) in
                _ = try connection.all("SELECT ? AS stones", .integer(number)) { $0.count(0) }
            } == words)
        #expect(try connection.first("SELECT ?", .integer(number)) { $0.bits(0) } == number)
    }

    @Test func `numbers up to both ends of what may be are read, and counts from 0`() throws {
        for number in [Row.range.lowerBound, 0, Row.range.upperBound] {
            #expect(try connection.first("SELECT ?", .integer(number)) { $0.integer(0) } == number)
        }
        #expect(try connection.first("SELECT 0") { $0.count(0) } == 0)
        #expect(
            damage { () throws(SQLiteError) in
                _ = try connection.first("SELECT -1 AS stones") { $0.count(0) }
            } == "stones is -1, and can only be 0 or more")
    }

    @Test func `what a row was refused for is thrown by the next step, and a reset forgets it`() throws {
        let rows = try connection.statement("SELECT stones FROM pile")
        #expect(try rows.step())
        #expect(rows.integer(0) == 7)
        #expect(try rows.step())
        #expect(rows.integer(0) == 0)
        #expect(damage { () throws(SQLiteError) in _ = try rows.step() } != nil)
        #expect(try rows.step(), "the error has ended the reading")
        rows.refuse("seven stones are no pile")
        rows.reset()
        #expect(try rows.step())
    }
}
