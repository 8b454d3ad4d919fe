package import Domain

/// What exports read of jobs, all as of one moment, for as long as they take.
///
/// - E1: All calls see the store as of one moment, whatever others write meanwhile; nothing is written.
/// - E2: Images and answers are those of the views `job_images` and `annotations`, correction for correction.
package protocol ExportRows {
    /// Calls `body` with each image of a job's selection, by the bytes of their names.
    ///
    /// - Returns: false where the store has no such job.
    func eachImage(
        of job: String, _ body: (ShownImage) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Bool
    /// What the job shows of one of its images, by recipe, without annotations and text.
    func outlines(to image: ImageID, of job: String) throws(StoreError) -> [ShownAnswer]
    /// An answer with its annotations and its text.
    func filled(_ outline: ShownAnswer) throws(StoreError) -> ShownAnswer
    /// How often annotations were read again from kept responses: an answer keeps its number then.
    func rereadCount() throws(StoreError) -> Int64
    /// The files on this machine that hold an image, as far as the store knows.
    func files(of image: ImageID) throws(StoreError) -> [FileLocation]
    /// The tries of the job at an image, the first one first.
    func attempts(at image: ImageID, of job: String) throws(StoreError) -> [ShownAttempt]
    /// What is told of a job as a whole; nil where the store has no such job.
    func overview(of job: String) throws(StoreError) -> JobOverview?
    /// The recipes whose answers a job's rows show.
    func recipes(of job: String) throws(StoreError) -> [ShownRecipe]
    /// What services of these kinds answered to an image, as far as the newest answers of the job's machines were read
    /// from it: in the order of the attempts, and whatever people have corrected.
    func responses(
        to image: ImageID, of job: String, from backends: [String]
    ) throws(StoreError) -> [ShownResponse]
    /// The response of an attempt; nil where it was not kept, or its bytes are damaged.
    func response(of attempt: AttemptID) throws(StoreError) -> RawResponse?
}

extension ExportRows {
    /// The images of a job's selection, by the bytes of their names; nil where the store has no such job.
    package func images(of job: String) throws(CommandFailure) -> [ShownImage]? {
        var images: [ShownImage] = []
        return try eachImage(of: job) { images.append($0) } ? images : nil
    }

    /// What the job shows of one of its images, by recipe.
    package func answers(to image: ImageID, of job: String) throws(StoreError) -> [ShownAnswer] {
        try outlines(to: image, of: job).map { outline throws(StoreError) in try filled(outline) }
    }
}
