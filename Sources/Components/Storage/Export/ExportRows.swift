package import Domain

/// What exports read of jobs, all as of one moment, for as long as they take.
///
/// - E1: All calls see the store as of one moment, whatever others write meanwhile; nothing is written.
/// - E2: Images and answers are those of the views `job_images` and `annotations`, correction for correction.
package protocol ExportRows {
    /// The images of a job's selection, by the bytes of their names; nil where the store has no such job.
    func images(of job: String) throws(StoreError) -> [ShownImage]?
    /// What the job shows of one of its images, by recipe.
    func answers(to image: ImageID, of job: String) throws(StoreError) -> [ShownAnswer]
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
}
