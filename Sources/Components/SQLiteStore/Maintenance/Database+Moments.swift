internal import Domain
internal import Platform
internal import SQLite
internal import Text

/// The functions with which a query of `cairn query` names moments; both give the text that views have.
///
/// Queries among a job's sources have neither: they run beside other threads, and `at` changes the zone of the whole
/// process for a moment.
extension Database {
    /// Defines `ago(span)`, `at(moment)` in UTC and `at(moment, zone)` for one connection.
    ///
    /// - Parameter now: the moment from which `ago` counts, the same for all of a statement.
    static func defineMoments(_ connection: Connection<SQLiteError>, now: Timestamp) throws(SQLiteError) {
        try connection.define("ago", arguments: 1) { arguments throws(SQLiteError) in
            guard let word = try text(arguments, 0) else { return .null }
            guard let span = span(word), span.milliseconds <= now.milliseconds else {
                throw SQLiteError(
                    refusedArgument: "ago('\(word)'): write a number and a unit, "
                        + "such as ago('1 day'), ago('12 hours') or ago('2 weeks')")
            }
            return .text(Timestamp(milliseconds: now.milliseconds - span.milliseconds).iso8601)
        }
        for count: Int32 in 1...2 {
            try connection.define("at", arguments: count) { arguments throws(SQLiteError) in
                guard let word = try text(arguments, 0) else { return .null }
                let zone = count == 2 ? try text(arguments, 1) : "UTC"
                guard let zone else { return .null }
                guard let local = LocalMoment(word) else {
                    throw SQLiteError(
                        refusedArgument: "at('\(word)'): write a date, or a date and a time, "
                            + "such as 2026-11-01 or 2026-11-01 18:30")
                }
                guard let moment = local.moment(in: zone) else {
                    throw SQLiteError(
                        refusedArgument: "at(): this machine knows no time zone '\(zone)'; "
                            + "write one as Europe/Berlin, or UTC")
                }
                return .text(moment.iso8601)
            }
        }
    }

    private static func text(_ arguments: Arguments, _ index: Int) throws(SQLiteError) -> String? {
        guard arguments.kind(index) != .null else { return nil }
        return try arguments.withText(index) { bytes throws(SQLiteError) in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }

    /// A span as people say it, `2 weeks`, or as manifests write it, `90d`; nil for any other text.
    private static func span(_ text: String) -> TimeSpan? {
        if let span = TimeSpan(text) { return span }
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].utf8.count <= 9, let count = Int64(words[0]), count >= 0 else { return nil }
        let unit = words[1].lowercased()
        let length = units[unit.hasSuffix("s") ? String(unit.dropLast()) : unit]
        return length.map { TimeSpan(milliseconds: count * $0) }
    }

    private static let units: [String: Int64] = [
        "second": 1000, "minute": 60_000, "hour": 3_600_000, "day": 86_400_000, "week": 604_800_000,
    ]
}

/// A date and a time of day as a clock on a wall shows them.
private struct LocalMoment {
    let date: CalendarDate
    let secondsOfDay: Int64

    /// `2026-11-01`, `2026-11-01 18:30` or `2026-11-01T18:30:05`; nil for any other text or day.
    init?(_ text: String) {
        guard let start = Timestamp(iso8601: text.count == 10 ? "\(text)T00:00:00.000Z" : LocalMoment.completed(text))
        else { return nil }
        let (date, rest) = start.utc
        self.date = date
        secondsOfDay = rest / 1000
    }

    private static func completed(_ text: String) -> String {
        let parts = text.replacing(" ", with: "T")
        return parts + (parts.count == 16 ? ":00.000Z" : ".000Z")
    }

    /// The moment at which clocks of a zone show it; nil for a zone that this machine does not know.
    func moment(in zone: String) -> Timestamp? {
        if zone.uppercased() == "UTC" { return Timestamp(date, seconds: secondsOfDay) }
        return zonedMoment(
            year: date.year, month: date.month, day: date.day, secondsOfDay: Int(secondsOfDay), zone: zone
        ).map(Timestamp.init(milliseconds:))
    }
}
