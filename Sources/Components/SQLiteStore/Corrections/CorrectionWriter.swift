internal import SQLite
internal import Storage
internal import Domain

/// Saves and undoes what people correct.
struct CorrectionWriter: Writer {
    let transaction: Transaction

    /// Saves corrections, all of them or none.
    func save(_ corrections: [Correction], of job: String, by author: String) throws(StoreError) -> SavingOutcome {
        let reader = database.corrections
        guard let id = try database.number(job: job) else { return .saved(0) }
        var changed: [(correction: Correction, current: [Int64])] = []
        var newer: [CorrectionRecord] = []
        for correction in corrections {
            let image = correction.image
            guard try isMember(image, of: id) else { return .notAMember(image) }
            let features = correction.feature.correctedTogether
            let current = try reader.currentRecords(image, job, features)
            let rows = AnnotationRow.rows(of: correction.annotations)
            if let one = current.first, current.count == 1, one.record.feature == correction.feature,
                try database.answers.rows(of: one.answer) == rows
            {
                continue
            }
            newer += current.map(\.record).filter { $0.generation > correction.base ?? .max }
            changed.append((correction, current.map(\.answer)))
        }
        guard newer.isEmpty else { return .newer(newer) }
        for (correction, current) in changed {
            for answer in current { try retire(answer) }
            try insert(correction, id, job, author)
            try writeBits(of: correction.image, id, job)
        }
        return .saved(changed.count)
    }

    /// Shows the machine's answers to an image again.
    func undo(_ image: ImageID, of job: String) throws(StoreError) -> [FeatureType] {
        guard let id = try database.number(job: job) else { return [] }
        let current = try database.corrections.currentRecords(image, job, FeatureType.allCases)
        for one in current {
            try retire(one.answer)
            try connection.run(
                "UPDATE correction SET undone_at = ? WHERE answer_id = ?", .integer(now), .integer(one.answer))
        }
        if !current.isEmpty { try writeBits(of: image, id, job) }
        return current.map(\.record.feature)
    }

    private func isMember(_ image: ImageID, of job: Int64) throws(StoreError) -> Bool {
        try connection.first(
            "SELECT 1 FROM job_image WHERE job_id = ? AND image_id = ? AND until_submission IS NULL", .integer(job),
            .integer(image.value)
        ) { _ in true } ?? false
    }

    /// A person's answer that is not shown any more; history keeps it.
    private func retire(_ answer: Int64) throws(StoreError) {
        try connection.run("UPDATE answer SET is_newest = 0 WHERE answer_id = ?", .integer(answer))
    }

    private func insert(_ correction: Correction, _ job: Int64, _ name: String, _ author: String) throws(StoreError) {
        let recipe = Recipe(
            backend: personBackend, model: name, feature: correction.feature, parameters: "{}", preparation: "{}")
        let numbers = try transaction.recipes.register([recipe])
        try transaction.answers.insert(
            Answer(recipe: recipe, annotations: correction.annotations), to: correction.image.value, in: 0, of: 0,
            at: now)
        try connection.run(
            """
            INSERT INTO correction (job_id, image_id, feature, generation, answer_id, author, saved_at)
            SELECT ?1, image_id, ?2, generation, answer_id, ?3, ?4 FROM answer
            WHERE image_id = ?5 AND recipe_id = ?6 AND is_newest = 1
            """, .integer(job), .text(correction.feature.rawValue), .text(author), .integer(now),
            .integer(correction.image.value), .integer(numbers[0].value))
        try transaction.shownRecipes.showPersons(numbers[0], job)
    }

    /// Notes at an image's rows of a job, also those from before it left the selection, what a person corrected.
    private func writeBits(of image: ImageID, _ job: Int64, _ name: String) throws(StoreError) {
        let features = try database.corrections.currentRecords(image, name, FeatureType.allCases)
            .flatMap(\.record.feature.correctedTogether)
        let bits = features.reduce(0) { $0 | $1.bit }
        try connection.run(
            "UPDATE job_image SET corrected = nullif(?3, 0) WHERE job_id = ?1 AND image_id = ?2", .integer(job),
            .integer(image.value), .integer(bits))
    }
}

/// The backend of people's answers.
let personBackend = "person"
