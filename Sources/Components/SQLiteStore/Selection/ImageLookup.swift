internal import SQLite
internal import Storage
internal import Domain

/// Finds images in the selections of some jobs, in the order of the jobs.
struct ImageLookup {
    /// A member of the first of the jobs that has the image.
    struct Found {
        let member: QueriedImages.Member
        /// Whether its file is known to be missing.
        let isMissing: Bool
    }

    private let jobs: [Int64]
    private let store: String
    private let connection: Connection<ImageQueryError>
    private let byNumber: Statement<ImageQueryError>
    private let byPath: Statement<ImageQueryError>

    /// A lookup in the database of that name; its statements are compiled before the connection is confined.
    init(of jobs: [Int64], in store: String, on connection: Connection<ImageQueryError>) throws(ImageQueryError) {
        self.jobs = jobs
        self.store = store
        self.connection = connection
        byNumber = try connection.prepareToKeep(
            """
            SELECT image_id, path_id, missing_at IS NOT NULL FROM \(store).job_image
            WHERE job_id = ? AND image_id = ? AND until_submission IS NULL
            """)
        // The member's own name before further names of its image.
        byPath = try connection.prepareToKeep(
            """
            SELECT ji.image_id, ji.path_id, ji.missing_at IS NOT NULL FROM \(store).path AS p
            JOIN \(store).job_image AS ji ON ji.job_id = ? AND ji.image_id = p.image_id AND ji.until_submission IS NULL
            WHERE p.path = ? AND p.replaced_at IS NULL ORDER BY ji.path_id <> p.path_id, p.path_id LIMIT 1
            """)
    }

    /// An image by its number; nil where no job has it.
    func find(_ image: ImageID) throws(ImageQueryError) -> Found? { try find(by: byNumber, .integer(image.value)) }

    /// An image by one of its names, as `image_paths` has them; nil where no job has it.
    func find(path: String) throws(ImageQueryError) -> Found? { try find(by: byPath, .text(path)) }

    private func find(by statement: Statement<ImageQueryError>, _ value: Value) throws(ImageQueryError) -> Found? {
        for job in jobs {
            defer { statement.reset() }
            try statement.bind([.integer(job), value])
            guard try statement.step() else { continue }
            let member = QueriedImages.Member(
                image: ImageID(statement.integer(0)), path: PathID(statement.integer(1)))
            return Found(member: member, isMissing: statement.integer(2) != 0)
        }
        return nil
    }

    /// The members of a job that its sources have once given and that stay in it, in the order of images.
    func keptImages(of job: Int64) throws(ImageQueryError) -> [ImageID] {
        try connection.all(
            """
            SELECT image_id FROM \(store).job_image
            WHERE job_id = ? AND until_submission IS NULL AND is_kept = 1 ORDER BY image_id
            """, .integer(job)
        ) { ImageID($0.integer(0)) }
    }
}
