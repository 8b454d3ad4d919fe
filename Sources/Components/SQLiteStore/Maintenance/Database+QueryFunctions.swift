internal import Glibc
internal import JSON
internal import Regexp
internal import SQLite
internal import Zlib

/// The functions that `cairn query` has beside SQLite's own; other clients of the file have none of them.
extension Database {
    /// Defines those for one connection that work on their arguments alone.
    static func defineFunctions(of connection: Connection<SQLiteError>) throws(SQLiteError) {
        try connection.define("distance_km", numbers: 4) { distance($0[0], $0[1], $0[2], $0[3]) }
        try connection.defineMedian()
        try defineCosine(connection)
        try defineRegexp(connection)
    }

    /// `regexp(pattern, text)`, which SQLite calls for `text REGEXP pattern`, too.
    private static func defineRegexp(_ connection: Connection<SQLiteError>) throws(SQLiteError) {
        // The connection answers one statement, in which nearly every call has the pattern of the call before.
        let newest = NewestPattern()
        try connection.define("regexp", arguments: 2) { arguments throws(SQLiteError) in
            guard arguments.kind(0) != .null, arguments.kind(1) != .null else { return .null }
            try arguments.withText(0) { pattern throws(SQLiteError) in try newest.compile(pattern) }
            return try arguments.withText(1) { text in Value(newest.matches(text)) }
        }
    }

    /// `response_json(answer_id)`: the text of the response from which an answer was read.
    static func defineResponseJSON(_ connection: Connection<SQLiteError>, longest: Int) throws(SQLiteError) {
        try connection.define("response_json", arguments: 1, .reading) {
            // SQLite gives its functions up before the connection ends.
            [unowned connection] arguments throws(SQLiteError) in
            guard arguments.kind(0) == .integer else {
                if arguments.kind(0) == .null { return .null }
                throw SQLiteError(refusedArgument: "response_json() takes the number of an answer")
            }
            let answer = arguments.integer(0)
            guard let packed = try connection.first(storedResponse, .integer(answer), read: { $0.blob(0) }) else {
                return .null
            }
            let bytes: [UInt8]
            do throws(ZlibError) {
                bytes = try inflate(packed.span, limit: longest)
            } catch {
                throw problem(error, of: answer)
            }
            return isJSON(bytes) ? .text(String(decoding: bytes, as: UTF8.self)) : .null
        }
    }

    private static func problem(_ error: ZlibError, of answer: Int64) -> SQLiteError {
        switch error {
        case .tooLong, .noMemory: SQLiteError(code: 18, message: "the response of answer \(answer): \(error)")
        case .damaged, .cutShort:
            SQLiteError(
                damagedValue:
                    "the stored response of answer \(answer) cannot be read: \(error); "
                    + "leave this answer out, or restore a backup of the store")
        }
    }
}

/// The deflated response of an answer.
///
/// A local model's response is its tensors, which are never taken for text.
private let storedResponse = """
    SELECT s.body FROM answer AS a JOIN response AS s USING (attempt_id) JOIN recipe AS c USING (recipe_id)
    WHERE a.rowid = ? AND c.backend <> 'tflite'
    """

/// Whether some bytes are a JSON text.
private func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes)) != nil }

/// The regular expression that was used last, ready to search.
private final class NewestPattern {
    private var pattern: [UInt8] = []
    private var search: RegexpSearch?

    func compile(_ bytes: Span<UInt8>) throws(SQLiteError) {
        if search != nil, isSame(bytes) { return }
        search = nil
        // One byte more than a pattern may have is enough for its refusal.
        pattern = bytes.indices.prefix(RegularExpression.maxPatternLength + 1).map { bytes[$0] }
        let text = String(decoding: pattern, as: UTF8.self)
        do throws(RegularExpressionError) {
            search = RegexpSearch(try RegularExpression(text))
        } catch {
            let shown = text.count > 200 ? text.prefix(200) + "..." : text[...]
            throw SQLiteError(refusedArgument: "regexp() cannot use the pattern '\(shown)': \(error)")
        }
    }

    func matches(_ text: Span<UInt8>) -> Bool { search?.matches(text) ?? false }

    private func isSame(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == pattern.count else { return false }
        for index in bytes.indices where bytes[index] != pattern[index] { return false }
        return true
    }
}

/// Kilometres along a great circle of a sphere of the earth's mean radius (IUGG: 6371.0088 km), by the haversine.
private func distance(_ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double) -> Double {
    let radians = Double.pi / 180
    let half = (latitude2 - latitude1) * radians / 2
    let halfAcross = (longitude2 - longitude1) * radians / 2
    let chord =
        sin(half) * sin(half) + cos(latitude1 * radians) * cos(latitude2 * radians) * sin(halfAcross) * sin(halfAcross)
    return 2 * 6371.0088 * asin(min(1, chord.squareRoot()))
}
