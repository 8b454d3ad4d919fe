internal import Backends
internal import Storage
internal import Domain

/// Answers what a job asks with more or fewer results than before from the responses that were kept, without a call
/// and at no cost.
///
/// Only the first submission that asks so looks for them, until it is completed.
struct KeptAnswers {
    let answers: any AnswerArchive
    let job: String
    /// What the job asks, and every recipe that was ever asked.
    let recipes: [Recipe], known: [Recipe]
    /// Whether no further page is begun.
    let isEnding: () -> Bool
    /// Is called before each page.
    let renewNight: () throws(StoreError) -> Void

    /// Keeps the answers that can be read; answers how many.
    func keep() throws(StoreError) -> Int {
        var count = 0
        try forEachPage { _, page throws(StoreError) in
            count += try answers.keep(page.map { (answer: $0.answer, beside: $0.response.answer) })
        }
        return count
    }

    /// Lets a look at the job's sources decide as if they were kept; answers how many.
    func assume(in session: any SubmissionPreview) throws(StoreError) -> Int {
        var found: [Int: [ImageID: Timestamp]] = [:]
        try forEachPage { recipe, page in
            for one in page where found[recipe]?[one.response.image] == nil {
                found[recipe, default: [:]][one.response.image] = one.response.at
            }
        }
        for (recipe, images) in found { session.assume(images, to: recipe) }
        return found.values.reduce(0) { $0 + $1.count }
    }

    /// Reads the responses that may answer a recipe, some at a time.
    ///
    /// - Parameter body: is given the recipe by its place, and what can be read.
    private func forEachPage(
        _ body: (Int, [(response: ReusableResponse, answer: Answer)]) throws(StoreError) -> Void
    ) throws(StoreError) {
        for (index, recipe) in recipes.enumerated() {
            for other in known where recipe.isAnswered(byResponsesTo: other) {
                var last: ImageID?
                while !isEnding() {
                    try renewNight()
                    let page = try answers.responses(
                        answering: other, notYet: recipe, job: job, after: last, limit: pageLength)
                    guard let end = page.last else { break }
                    last = end.image
                    try body(
                        index,
                        page.compactMap { response in
                            response.raw.flatMap {
                                answer(to: recipe, from: $0, original: response.original, to: other)
                            }.map { (response, $0) }
                        })
                }
            }
        }
    }
}

/// Responses in one transaction, beside which workers hardly wait.
private let pageLength = 64
