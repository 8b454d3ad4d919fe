internal import Storage
internal import Text
internal import Domain

extension ImageQueryError {
    /// Why a query of the sources gives nothing, as a failure of that source.
    ///
    /// - Parameter keyPath: its key in the manifest.
    func failure(of query: ImageQuery, at keyPath: String) -> Failure {
        Failure(
            stage: .find, kind: .unreadable, code: SubmissionProblem.queryCode,
            message: "\(keyPath): \(text(of: query))")
    }

    private func text(of query: ImageQuery) -> String {
        switch self {
        case .query(let error): error.sourceText
        case .noImageColumn: "the rows have no column image_id or path"
        case .notAnImage(let row, let value):
            "row \(HumanFormat.grouped(row)) gives \(displayText(String(value.prefix(200)))), "
                + "which is not an image of \(query.jobs.joined(separator: " or "))"
        case .tooManyRows(let limit): "it gives more than \(HumanFormat.grouped(limit)) rows; ask for fewer with LIMIT"
        }
    }
}

extension QueryError {
    /// Why a query of the sources has no answer, as a clause.
    fileprivate var sourceText: String {
        switch self {
        case .store(let error): error.message
        case .sql(let message), .refusedArgument(let message), .damagedValue(let message): message
        case .notAQuestion(let message): "a source only reads what jobs show (\(message))"
        case .notOneStatement(let found): "write exactly one SELECT statement (found \(found))"
        case .tooLong(let limit): "the query takes longer than \(HumanFormat.duration(limit)); ask for less"
        case .tooLarge(let memory): "the query needs more memory than \(memory.total >> 20) MiB; ask for less"
        case .noRoom: "the disk of its temporary files is full; free some space, or name another with SQLITE_TMPDIR"
        case .unbound(let name), .noSuchParameter(let name, _):
            "a source has no parameters; write the value in the place of :\(name)"
        }
    }
}
