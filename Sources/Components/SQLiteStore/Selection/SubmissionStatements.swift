internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// The statements that a submission runs for every image: compiled once, and found without their text.
struct SubmissionStatements {
    /// Of the image of a key, as `isImage` has it: its number, whether it has all its answers, whether it is in the
    /// selection.
    let image: Statement<StoreError>
    /// Of the image ?1: the name of the member, whether it is missing, whether it has all its answers, the state of its
    /// task in the run ?2, whether the member is kept.
    let status: Statement<StoreError>
    /// A new image of the digest ?1 that is handed on by its name, found at ?2; nothing where there is one.
    private let newReference: Statement<StoreError>
    /// The name ?2 in the folder ?1 of the image ?3, found at ?4; nothing where there is one.
    private let newName: Statement<StoreError>
    /// A new member of the job's selection: the image ?1 with the name ?2.
    private let newMember: Statement<StoreError>
    /// A new task in the run ?1: of the image ?2 by the name ?3, because it is new, queued at ?4.
    private let newTask: Statement<StoreError>

    init(_ own: OpenSubmission, since: Timestamp?, on connection: Connection<StoreError>) throws(StoreError) {
        let isAnswered = own.isAnswered(since: since)
        image = try connection.prepareToKeep(
            """
            SELECT i.image_id, \(isAnswered), EXISTS (SELECT 1 FROM job_image AS ji
                WHERE ji.job_id = \(own.job.value) AND ji.image_id = i.image_id AND ji.until_submission IS NULL)
            FROM image AS i WHERE \(isImage)
            """)
        status = try connection.prepareToKeep(
            """
            SELECT ji.path_id, ji.missing_at IS NOT NULL, \(isAnswered),
                (SELECT t.state FROM task AS t WHERE t.image_id = i.image_id AND t.run_id = ?2),
                ji.is_kept IS NOT NULL
            FROM (SELECT ?1 AS image_id) AS i LEFT JOIN job_image AS ji
                ON ji.job_id = \(own.job.value) AND ji.image_id = i.image_id AND ji.until_submission IS NULL
            """)
        newReference = try connection.prepareToKeep(
            """
            INSERT INTO image (kind, digest, first_seen_at) VALUES (\(ImageKey.Kind.reference.code), ?1, ?2)
            ON CONFLICT DO NOTHING
            """)
        newName = try connection.prepareToKeep(
            """
            INSERT INTO path (folder_id, path, image_id, first_seen_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
            """)
        // ROLLBACK: no journal of what this statement alone has changed; any error ends the transaction as it is.
        newMember = try connection.prepareToKeep(
            """
            INSERT OR ROLLBACK INTO job_image (job_id, image_id, from_submission, path_id)
            VALUES (\(own.job.value), ?1, \(own.id.value), ?2)
            """)
        newTask = try connection.prepareToKeep(
            """
            INSERT OR ROLLBACK INTO task (run_id, image_id, path_id, state, reason, queued_at)
            VALUES (?1, ?2, ?3, 'queued', 'new', ?4)
            """)
    }
}

extension SubmissionStatements {
    /// Keeps a new image that is handed on by its name; nil where there is one of that digest.
    func addReference(_ digest: Digest, in transaction: Transaction) throws(StoreError) -> Int64? {
        try newReference.bind(blob: digest.bytes, at: 1)
        try newReference.bind(transaction.database.now, at: 2)
        try newReference.finish()
        let connection = transaction.database.connection
        return connection.changes == 1 ? connection.lastInsertedRow : nil
    }

    /// Keeps a new name of an image; nil where it could not be taken before.
    func addName(_ path: [UInt8], of image: Int64, folder: Int64, in transaction: Transaction) throws(StoreError)
        -> Int64?
    {
        try newName.bind(folder, at: 1)
        try newName.bind(text: path, at: 2)
        try newName.bind(image, at: 3)
        try newName.bind(transaction.database.now, at: 4)
        try newName.finish()
        let connection = transaction.database.connection
        return connection.changes == 1 ? connection.lastInsertedRow : nil
    }

    /// Lets a new image join the selection.
    func addMember(_ image: Int64, as path: Int64, in transaction: Transaction) throws(StoreError) {
        try newMember.bind(image, at: 1)
        try newMember.bind(path, at: 2)
        try newMember.finish()
    }

    /// Queues a new image.
    func addTask(_ image: Int64, at path: Int64, of run: RunID, in transaction: Transaction) throws(StoreError) {
        try newTask.bind(run.value, at: 1)
        try newTask.bind(image, at: 2)
        try newTask.bind(path, at: 3)
        try newTask.bind(transaction.database.now, at: 4)
        try newTask.finish()
        transaction.count(1, of: run.value, from: nil, to: .queued)
    }
}
