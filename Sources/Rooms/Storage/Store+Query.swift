internal import Glibc
internal import Platform
internal import SQLite
package import Vocabulary

extension Store {
    /// Answers one read-only SQL statement, row by row; afterwards this store value can only be asked.
    ///
    /// Besides SQLite's own functions there is `distance_km(lat1, lon1, lat2, lon2)`.
    ///
    /// - Parameters:
    ///   - parameters: values by name, with or without the `:`.
    ///   - limit: the longest it may take.
    ///   - columns: called once with the columns' names.
    ///   - row: called for each row; false ends the reading.
    package func query(
        _ sql: String, parameters: [String: Cell], limit: TimeSpan?, columns: ([String]) -> Void, row: ([Cell]) -> Bool
    ) throws(QueryError) {
        let statement = try asking(limit) { () throws(SQLiteError) in
            try connection.define("distance_km", arguments: 4) { distance($0[0], $0[1], $0[2], $0[3]) }
            try connection.confineToReading(virtualTables: ["landmarks_rtree", "texts_fts"])
            return try connection.prepare(sql)
        }
        guard statement.isWhole else { throw .notOneStatement }
        // `VACUUM INTO` passes the authorizer; that a statement changes nothing is asked of the statement itself.
        guard statement.isReadOnly else { throw .notAQuestion(message: "this statement is not a question") }
        let values = try values(of: statement.parameters, from: parameters)
        if let limit {
            let end = monotonicMilliseconds() + limit.milliseconds
            connection.stop(when: { monotonicMilliseconds() >= end })
        }
        try asking(limit) { () throws(SQLiteError) in
            try statement.bind(values)
            let names = statement.columns
            columns(names)
            while try statement.step() {
                guard row((0..<Int32(names.count)).map { cell(statement, $0) }) else { return }
            }
        }
    }

    /// Calls SQLite and gives its errors the meaning they have for who asks.
    private func asking<Result>(_ limit: TimeSpan?, _ body: () throws(SQLiteError) -> Result)
        throws(QueryError) -> Result
    {
        do throws(SQLiteError) {
            return try body()
        } catch {
            switch error.meaning {
            case .interrupted: throw .tooLong(seconds: Double(limit?.milliseconds ?? 0) / 1000)
            case .denied, .readOnly: throw .notAQuestion(message: error.message)
            case .other, .constraint: throw .sql(message: error.message)
            case .busy, .full, .cannotOpen, .notADatabase, .corrupt, .io: throw .store(StoreError(error, at: path))
            }
        }
    }

    /// The values in the order the statement wants them.
    private func values(of parameters: [String?], from given: [String: Cell]) throws(QueryError) -> [Value] {
        let known = parameters.map { $0.map { String($0.dropFirst()) } ?? "?" }
        for name in given.keys.sorted() where !known.contains(name) {
            throw .noSuchParameter(name, known: known.sorted())
        }
        var values: [Value] = []
        for name in known {
            guard let cell = given[name] else { throw .unbound(parameter: name) }
            switch cell {
            case .null: values.append(.null)
            case .integer(let number): values.append(.integer(number))
            case .real(let number): values.append(.real(number))
            case .text(let bytes): values.append(.text(String(decoding: bytes, as: UTF8.self)))
            case .blob(let bytes): values.append(.blob(bytes))
            }
        }
        return values
    }

    private func cell(_ row: Statement, _ column: Int32) -> Cell {
        switch row.kind(column) {
        case .null: .null
        case .integer: .integer(row.integer(column))
        case .real: .real(row.real(column))
        case .text: .text(row.textBytes(column))
        case .blob: .blob(row.blob(column))
        }
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
