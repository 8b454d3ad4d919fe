internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// What people corrected, and what can be corrected.
struct CorrectionReader: Reader {
    let database: Database

    /// What a job's newest submission asks; nil where there is no such job.
    func features(of job: String) throws(StoreError) -> [FeatureType]? {
        let features = try connection.all(
            """
            SELECT c.feature FROM job AS j LEFT JOIN submission AS s ON s.submission_id = ifnull(
                j.selected_submission_id, (SELECT max(x.submission_id) FROM submission AS x WHERE x.job_id = j.job_id))
            LEFT JOIN recipe_set_member AS m USING (recipe_set_id) LEFT JOIN recipe AS c USING (recipe_id)
            WHERE j.name = ? ORDER BY c.recipe_id
            """, .text(job)
        ) { $0.optionalText(0) }
        return features.isEmpty ? nil : features.compactMap { $0.flatMap(FeatureType.init) }
    }

    func members(of job: String) throws(StoreError) -> [JobMember] {
        try connection.all("\(memberRows) ORDER BY ji.image_id", .text(job), read: jobMember)
    }

    func member(_ image: ImageID, of job: String) throws(StoreError) -> JobMember? {
        try connection.first(
            "\(memberRows) AND ji.image_id = ?2", .text(job), .integer(image.value), read: jobMember)
    }

    func members(of job: String, named name: FilePath) throws(StoreError) -> [JobMember] {
        let whole = name.isAddress ? name : (try? name.directory.resolved()).map { $0.appending(name.name) } ?? name
        return try connection.all(
            """
            \(memberRows) AND ji.image_id IN (SELECT n.image_id FROM path AS n
                WHERE n.path IN (?2, ?3) AND n.replaced_at IS NULL) ORDER BY ji.image_id
            """, .text(job), .text(name.description), .text(paths.stored(whole).text), read: jobMember)
    }

    /// The newest answers to the recipes of machines that a job shows.
    func machineAnswers(to image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer] {
        try answers(
            """
            SELECT r.answer_id, r.generation, c.feature FROM job AS j
            JOIN job_recipe AS jr ON jr.job_id = j.job_id AND jr.shown_until IS NULL AND jr.person = 0
            JOIN answer AS r ON r.image_id = ?2 AND r.recipe_id = jr.recipe_id AND r.is_newest = 1
            JOIN recipe AS c ON c.recipe_id = r.recipe_id WHERE j.name = ?1 ORDER BY r.recipe_id
            """, job, image)
    }

    func currentCorrections(of image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer] {
        try answers(
            """
            SELECT k.answer_id, k.generation, k.feature FROM job AS j JOIN correction AS k ON k.job_id = j.job_id
            JOIN answer AS r ON r.answer_id = k.answer_id AND r.is_newest = 1
            WHERE j.name = ?1 AND k.image_id = ?2 ORDER BY k.feature
            """, job, image)
    }

    func history(of job: String) throws(StoreError) -> [CorrectionRecord] {
        try connection.all("\(recordRows) ORDER BY k.correction_id", .text(job), read: record).compactMap { $0 }
    }

    /// The current corrections of an image, of some features.
    func currentRecords(_ image: ImageID, _ job: String, _ features: [FeatureType])
        throws(StoreError) -> [(answer: Int64, record: CorrectionRecord)]
    {
        try connection.all(
            """
            \(recordRows) AND k.image_id = ?2 AND k.answer_id IN (SELECT r.answer_id FROM answer AS r
                WHERE r.answer_id = k.answer_id AND r.is_newest = 1)
            """, .text(job), .integer(image.value)
        ) { row in record(row).map { (row.integer(7), $0) } }
        .compactMap { $0 }.filter { features.contains($0.1.feature) }
    }

    /// Answers that a question names: their numbers, generations and features.
    private func answers(_ question: String, _ job: String, _ image: ImageID) throws(StoreError) -> [KeptAnswer] {
        let found = try connection.all(question, .text(job), .integer(image.value)) {
            (answer: $0.integer(0), generation: Int($0.integer(1)), feature: FeatureType(rawValue: $0.text(2)))
        }
        var answers: [KeptAnswer] = []
        for case (let answer, let generation, let feature?) in found {
            let rows = try database.answers.rows(of: answer)
            answers.append(
                KeptAnswer(
                    feature: feature, generation: generation, annotations: rows.map(Annotation.init),
                    passages: rows.enumerated().compactMap { index, row in
                        row.passage.map { Passage(index: index, text: $0) }
                    }))
        }
        return answers
    }
}

/// The members of the job ?1.
private let memberRows = """
    SELECT ji.image_id, p.path, i.width, i.height FROM job AS j
    JOIN job_image AS ji ON ji.job_id = j.job_id AND ji.until_submission IS NULL
    JOIN image AS i ON i.image_id = ji.image_id LEFT JOIN path AS p ON p.path_id = ji.path_id
    WHERE j.name = ?1
    """

private func jobMember(_ row: Row) -> JobMember {
    JobMember(image: ImageID(row.integer(0)), path: row.text(1), size: size(row, 2))
}

/// The corrections of the job ?1.
private let recordRows = """
    SELECT k.image_id, v.path, k.feature, k.generation, v.state, k.author, k.saved_at, k.answer_id
    FROM job AS j JOIN correction AS k ON k.job_id = j.job_id
    JOIN corrections AS v ON v.correction_id = k.correction_id WHERE j.name = ?1
    """

private func record(_ row: Row) -> CorrectionRecord? {
    guard let feature = FeatureType(rawValue: row.text(2)), let state = CorrectionRecord.State(rawValue: row.text(4))
    else { return nil }
    return CorrectionRecord(
        image: ImageID(row.integer(0)), path: row.text(1), feature: feature, generation: Int(row.integer(3)),
        state: state, author: row.text(5), savedAt: Timestamp(milliseconds: row.integer(6)))
}
