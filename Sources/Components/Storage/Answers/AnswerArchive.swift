package import Domain

/// The responses that were kept, and the answers that were read from them.
///
/// Each call may be repeated.
package protocol AnswerArchive: AnyObject {
    /// Some of the kept responses from which answers were read, in the order of their attempts.
    ///
    /// - Parameters:
    ///   - last: the attempt behind which the page begins; nil: the first page.
    ///   - run: only what was asked in this run; nil: in all.
    ///   - backends: only responses of these kinds.
    ///   - limit: the most.
    func responses(after last: AttemptID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [StoredResponse]

    /// Some of the kept responses that have symbols of text which were not read: those of the newest answers to one
    /// recipe, of the images in a job's selection, in the order of their attempts.
    ///
    /// - Parameters:
    ///   - last: the attempt behind which the page begins; nil: the first page.
    ///   - limit: the most.
    func responsesLackingSymbols(
        of recipe: Recipe, job name: String, after last: AttemptID?, limit: Int
    ) throws(StoreError) -> [StoredResponse]

    /// Some of the kept responses with the newest answers to one recipe, of those images in a job's selection that have
    /// no answer to another recipe, in the order of images.
    ///
    /// - Parameters:
    ///   - last: the image behind which the page begins; nil: the first page.
    ///   - limit: the most.
    func responses(
        answering recipe: Recipe, notYet other: Recipe, job name: String, after last: ImageID?, limit: Int
    ) throws(StoreError) -> [ReusableResponse]

    /// Some of the kept responses of tasks that failed, each task's newest, in the order of the tasks; see `responses`.
    func failedResponses(after last: TaskID?, in run: RunID?, of backends: [String], limit: Int)
        throws(StoreError) -> [FailedResponse]

    /// How many answers of machines came from other backends than these.
    func countAnswers(in run: RunID?, notOf backends: [String]) throws(StoreError) -> Int

    /// Puts annotations in the place of those that answers had; an answer that has just these is not written.
    ///
    /// An answer's generation and moment stay. One that got its symbols meanwhile keeps them: it is left as it is where
    /// it was read without them.
    ///
    /// - Returns: which of the answers were changed.
    func replaceAnnotations(_ answers: [RereadAnswer]) throws(StoreError) -> Set<ResultID>

    /// Keeps further answers that were read from kept responses, each beside the one whose response it is: of the same
    /// attempt and moment, and without a unit.
    ///
    /// - Returns: how many were kept; none is of which the image has an answer by now.
    func keep(_ answers: [(answer: Answer, beside: ResultID)]) throws(StoreError) -> Int

    /// Ends a failed task as done, with the answers that were read from its kept response.
    ///
    /// Each answer is the next generation of its work key, of the moment when the response came. The attempt stays as
    /// it ended, and so do its units.
    ///
    /// - Returns: false, and nothing is changed, where the task was queued again meanwhile or is done, or where the
    ///   answers are not those that it lacks by now.
    func complete(_ response: FailedResponse, with answers: [Answer]) throws(StoreError) -> Bool
}
