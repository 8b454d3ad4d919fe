internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension Database {
    /// Answers one read-only SQL statement, row by row, on a connection of its own.
    ///
    /// Besides SQLite's own functions there are those of `defineFunctions`.
    ///
    /// - Parameters:
    ///   - parameters: values by name, with or without the `:`.
    ///   - limit: when it has taken too long; nil: as long as it takes, and as much memory.
    ///   - columns: called once with the columns' names.
    ///   - row: called for each row; false ends the reading.
    func query(
        _ sql: String, parameters: [String: Cell], limit: QueryDeadline?, columns: ([String]) -> Void,
        row: ([Cell]) -> Bool
    ) throws(QueryError) {
        let memory = QueryMemory.usual
        let found = statementCount(in: sql)
        guard found == 1 else { throw .notOneStatement(found: found) }
        let plain = try confinedConnection(limit)
        // A function that the statement calls reads by this connection.
        defer { withExtendedLifetime(plain) {} }
        let statement = try Connection(plain) { [file] in queryError($0, in: file, limit) }.prepare(sql)
        if let refusal = Database.refusal(of: statement) { throw refusal }
        let values = try values(of: statement.parameters, from: parameters)
        let names = statement.columns
        try statement.bind(values)
        columns(names)
        while try statement.step() {
            if let limit, limit.hasPassed { throw .tooLong(limit.limit) }
            guard row(try cells(of: statement, count: Int32(names.count), memory)) else { return }
        }
    }

    /// Why a compiled statement is not answered; nil where it is one that only reads.
    static func refusal<Failure>(of statement: Statement<Failure>) -> QueryError? {
        guard statement.isWhole else { return .notOneStatement(found: 2) }
        // `VACUUM INTO` passes the authorizer; that a statement changes nothing is asked of the statement itself.
        guard statement.isReadOnly else { return .notAQuestion(message: "this statement would write") }
        return nil
    }

    /// Has SQLite add up its memory, so that the limits of questions hold; call it before any store is opened.
    static func prepareForQueries() { MemoryLimit.prepare() }

    /// Another connection to the same file, or to nothing where the file has no tables yet.
    func readingConnection() throws(SQLiteError) -> Connection<SQLiteError> {
        let opened = try Database.reading(file.resolved)
        if try Database.isEmpty(opened) { return try Database.madeInMemory() }
        if coversViews { try Database.coverViews(of: opened) } else { try Database.coverTextSearch(of: opened) }
        return opened
    }

    /// A connection for one question, which can only read, within a deadline.
    private func confinedConnection(_ limit: QueryDeadline?) throws(QueryError) -> Connection<SQLiteError> {
        let memory = QueryMemory.usual
        do throws(SQLiteError) {
            let connection = try readingConnection()
            try Database.defineFunctions(of: connection)
            try Database.defineMoments(connection, now: clock.now())
            try Database.defineResponseJSON(connection, longest: Int(memory.value))
            try connection.confineToReading(virtualTables: Database.searchTables, maxBytes: memory.value)
            if let limit {
                MemoryLimit.set(bytes: memory.total)
                connection.stop(when: { limit.hasPassed })
            }
            return connection
        } catch {
            throw queryError(error, in: file, limit)
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

    /// The values of a row, which together may not be longer than `memory` says.
    private func cells(of row: Row, count: Int32, _ memory: QueryMemory) throws(QueryError) -> [Cell] {
        var cells: [Cell] = []
        var bytes = 0
        for column in 0..<count {
            let kind = row.kind(column)
            let length = kind == .text || kind == .blob ? row.byteCount(column) : 0
            bytes += length
            guard bytes <= memory.row else { throw .tooLarge(memory) }
            let cell: Cell =
                switch kind {
                case .null: .null
                case .integer: .integer(row.bits(column))
                case .real: .real(row.real(column))
                case .text: .text(row.textBytes(column))
                case .blob: .blob(row.blob(column))
                }
            switch cell {
            // SQLite gives nothing where it finds no memory for the bytes that it has promised.
            case .text(let bytes), .blob(let bytes): guard bytes.count == length else { throw .tooLarge(memory) }
            case .null, .integer, .real: break
            }
            cells.append(cell)
        }
        return cells
    }
}

/// What SQLite's error in answering a question means to the caller.
func queryError(_ error: SQLiteError, in file: StoreFile, _ limit: QueryDeadline?) -> QueryError {
    switch error.meaning {
    case .interrupted: .tooLong(limit?.limit ?? .seconds(0))
    case .denied, .readOnly: .notAQuestion(message: error.message)
    case .tooLarge: .tooLarge(.usual)
    // Nothing is written into the store here, so it is the disk of the temporary files.
    case .full: .noRoom
    case .other, .constraint: .sql(message: error.message)
    case .refusedArgument: .refusedArgument(message: error.message)
    case .damagedValue: .damagedValue(message: error.message)
    case .busy, .cannotOpen, .notADatabase, .corrupt, .io: .store(file.meaning(of: error))
    }
}
