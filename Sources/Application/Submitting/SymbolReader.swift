internal import Backends
internal import Storage
internal import Domain

/// Reads the symbols of text that was answered before a job asked for them, from the responses that were kept and
/// without any call.
///
/// A few responses a transaction, so that workers beside it hardly wait. Interrupted, the next submission reads the
/// rest.
struct SymbolReader {
    /// How many responses were read, and how many could not be.
    struct Summary {
        var read = 0
        var unreadable = 0

        /// What people should know; nil where all could be read.
        var notice: String? {
            guard unreadable > 0 else { return nil }
            let responses = unreadable == 1 ? "1 kept response" : "\(unreadable) kept responses"
            return "\(responses) cannot be read for \(unreadable == 1 ? "its" : "their") symbols; "
                + "`cairn results reparse` says why"
        }
    }

    let answers: any AnswerArchive
    /// Whether no further page is begun.
    let isEnding: () -> Bool
    /// Is called before each page.
    let renewNight: () throws(StoreError) -> Void

    /// Reads the symbols of all images in a job's selection that were answered without them.
    func read(_ recipe: Recipe, job name: String) throws(StoreError) -> Summary {
        var done = Summary()
        var last: AttemptID?
        while !isEnding() {
            try renewNight()
            let page = try answers.responsesLackingSymbols(of: recipe, job: name, after: last, limit: pageLength)
            guard let end = page.last else { break }
            last = end.attempt
            var read: [RereadAnswer] = []
            for response in page {
                if let found = reread(response, recipe) {
                    read.append(found)
                    done.read += 1
                } else {
                    done.unreadable += 1
                }
            }
            _ = try answers.replaceAnnotations(read)
        }
        return done
    }

    /// The answer to a recipe with its symbols; nil where the response cannot be read.
    private func reread(_ response: StoredResponse, _ recipe: Recipe) -> RereadAnswer? {
        guard let raw = response.raw, raw.sent == nil || response.original != nil,
            let result = response.results.first(where: { $0.recipe == recipe }),
            let answer = try? reparse(raw, original: response.original, recipes: [recipe], symbols: true).first
        else { return nil }
        return RereadAnswer(id: result.id, answer)
    }
}

extension Job {
    /// The one of the backend's recipes whose symbols are wanted; nil where none are, and where the backend keeps no
    /// response that could be read again.
    func recipeWithSymbols(among recipes: [Recipe]) -> Recipe? {
        guard isBilled, let feature = features.first(where: \.symbols) else { return nil }
        return recipes.first { $0.feature == feature.type }
    }
}

/// Responses in one transaction; a page of text has thousands of symbols.
private let pageLength = 8
