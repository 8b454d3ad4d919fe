internal import Domain
internal import Schema
internal import Storage
internal import Text

extension Completions.Known {
    /// Writes a line for each that the store knows: the word, a tab, what it is.
    func write(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
        for (word, words) in try lines(context) {
            // A name with a line break in it, or another character that no line shows, is not proposed.
            guard displayText(word) == word else { continue }
            context.console.write(words.isEmpty ? "\(word)\n" : "\(word)\t\(words)\n")
        }
        return .done
    }

    private func lines(_ context: CommandContext) throws(CommandFailure) -> [(word: String, words: String)] {
        if self == .paths { context.stores.prepareForQueries() }
        let store = try context.open(for: .read)
        switch self {
        case .jobs:
            return try store.read { reports throws(StoreError) in try reports.jobNames() }.map { ($0, "job") }
        case .runs:
            let (runs, jobs) = try store.read { reports throws(StoreError) in
                (try reports.recentRuns(limit: 50), try reports.jobNames())
            }
            return runs.map { ("\($0.run.value)", "\($0.job), \($0.state)") } + jobs.map { ($0, "its newest run") }
        case .paths: return try paths(of: store).map { ($0, "") }
        }
    }

    private func paths(of store: any Store) throws(CommandFailure) -> [String] {
        var paths: [String] = []
        do throws(QueryError) {
            // A person waits for the next key.
            try store.query(
                StoreQuestions.paths, parameters: [:], deadline: QueryDeadline(.seconds(2), onOverrun: {}),
                columns: { _ in }
            ) { cells in
                if case .text(let bytes) = cells.first { paths.append(String(decoding: bytes, as: UTF8.self)) }
                return true
            }
        } catch .tooLong {
            // What was read so far helps, too.
        } catch {
            throw error.commandFailure
        }
        return paths
    }
}
