internal import SQLite
package import Vocabulary

extension Store {
    /// What is known of an image with respect to some recipes and a run; ask only for one whose file is there.
    ///
    /// A failure counts that covers all that is lacking and came after any answer to it. One whose reason was that the
    /// file was gone, or held something else, counts no more: the file is there.
    ///
    /// - Parameter since: answers older than this count as missing.
    package func history(of image: ImageID, asking recipes: [RecipeID], since: Timestamp?, in run: RunID?)
        throws(StoreError) -> ImageHistory
    {
        let all = try featureSet(of: recipes)
        return try guarded { () throws(SQLiteError) in
            var history = ImageHistory()
            history.answers = try connection.all(
                """
                SELECT r.recipe_id, max(r.annotated_at), max(r.is_current) FROM result AS r
                JOIN feature_set_recipe AS s ON s.recipe_id = r.recipe_id AND s.feature_set_id = ?
                WHERE r.image_id = ? GROUP BY r.recipe_id
                """, .integer(all.value), .integer(image.value)
            ) {
                .init(
                    recipe: RecipeID($0.integer(0)), at: Timestamp(milliseconds: $0.integer(1)),
                    isCurrent: $0.integer(2) != 0)
            }
            if let run {
                history.taskInRun =
                    try connection.first(
                        """
                        SELECT state FROM task WHERE run_id = ? AND image_id = ?
                        AND (state <> 'failed' OR kind NOT IN ('missing', 'changed'))
                        """, .integer(run.value), .integer(image.value)
                    ) { TaskState(rawValue: $0.text(0)) } ?? nil
            }
            history.hasFailed =
                try connection.first(
                    """
                    SELECT 1 FROM task AS t WHERE t.image_id = ?1 AND t.state = 'failed'
                    AND t.kind NOT IN ('missing', 'changed') AND NOT EXISTS (
                        SELECT 1 FROM feature_set_recipe AS asked WHERE asked.feature_set_id = ?2
                        AND NOT EXISTS (SELECT 1 FROM result AS r WHERE r.image_id = ?1
                            AND r.recipe_id = asked.recipe_id AND r.annotated_at >= ?3)
                        AND (NOT EXISTS (SELECT 1 FROM feature_set_recipe AS tried
                                WHERE tried.feature_set_id = t.feature_set_id AND tried.recipe_id = asked.recipe_id)
                            OR EXISTS (SELECT 1 FROM result AS r WHERE r.image_id = ?1
                                AND r.recipe_id = asked.recipe_id AND r.annotated_at > t.finished_at))) LIMIT 1
                    """, .integer(image.value), .integer(all.value), .integer(since?.milliseconds ?? .min)
                ) { _ in true } ?? false
            return history
        }
    }

    /// Queues an image in a run, or wakes its failed or cancelled task there; a task that waits or runs is left alone.
    ///
    /// - Parameter isNew: whether nothing was known of the image and the name, so that no task can be there.
    /// - Returns: whether there is now one waiting task more.
    package func queue(
        _ image: ImageID, at path: PathID, asking set: FeatureSetID, in run: RunID, isNew: Bool = false
    ) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            if isNew {
                try connection.run(
                    """
                    INSERT OR ROLLBACK INTO task (run_id, image_id, path_id, feature_set_id, state, queued_at, after_result)
                    VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ifnull((SELECT max(result_id) FROM result), 0))
                    """,
                    .integer(run.value), .integer(image.value), .integer(path.value), .integer(set.value), .integer(now)
                )
                return true
            }
            // A name that could not be read before and now can: its task is this image's task.
            try connection.run(
                """
                UPDATE OR IGNORE task SET image_id = ? WHERE run_id = ? AND path_id = ? AND image_id IS NULL
                """, .integer(image.value), .integer(run.value), .integer(path.value))
            // Where the image has a task already, by another name, this name's failure is over.
            try connection.run(
                """
                UPDATE task SET state = 'cancelled', stage = NULL, kind = NULL, code = NULL, message = NULL, details = NULL
                WHERE run_id = ? AND path_id = ? AND image_id IS NULL AND state = 'failed'
                """, .integer(run.value), .integer(path.value))
            try connection.run(
                """
                INSERT INTO task (run_id, image_id, path_id, feature_set_id, state, queued_at, after_result)
                VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ifnull((SELECT max(result_id) FROM result), 0))
                ON CONFLICT (run_id, image_id) WHERE image_id IS NOT NULL DO UPDATE SET
                    state = 'waiting', path_id = excluded.path_id, feature_set_id = excluded.feature_set_id,
                    queued_at = excluded.queued_at, after_result = excluded.after_result, not_before = 0, tries = 0,
                    deaths = 0, finished_at = NULL, stage = NULL, kind = NULL, code = NULL, message = NULL,
                    details = NULL
                WHERE state IN ('failed', 'cancelled', 'done')
                """,
                .integer(run.value), .integer(image.value), .integer(path.value), .integer(set.value), .integer(now))
            return connection.changes > 0
        }
    }

    /// Whether a name that could not be read is a failure of a run.
    package func hasFailed(_ path: PathID, in run: RunID) throws(StoreError) -> Bool {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT 1 FROM task WHERE run_id = ? AND path_id = ? AND image_id IS NULL", .integer(run.value),
                .integer(path.value)
            ) { _ in true } ?? false
        }
    }

    /// Records a name that could not be read as a failed task of the run; the same name's earlier failure is renewed.
    package func fail(_ path: PathID, _ failure: Failure, asking set: FeatureSetID, in run: RunID) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO task (run_id, path_id, feature_set_id, state, queued_at, finished_at, stage, kind, code, message)
                VALUES (?1, ?2, ?3, 'failed', ?4, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (run_id, path_id) WHERE image_id IS NULL DO UPDATE SET finished_at = excluded.finished_at,
                    stage = excluded.stage, kind = excluded.kind, code = excluded.code, message = excluded.message
                """,
                .integer(run.value), .integer(path.value), .integer(set.value), .integer(now),
                .text(failure.stage.rawValue), .text(failure.kind.rawValue), Value(failure.code),
                .text(failure.message))
        }
    }

    /// Makes the newest answers to some recipes the ones that the views show.
    package func show(_ recipes: [RecipeID], of image: ImageID) throws(StoreError) {
        try guarded { () throws(SQLiteError) in
            for recipe in recipes {
                let newest = try connection.first(
                    """
                    SELECT result_id, lineage_id FROM result WHERE image_id = ? AND recipe_id = ?
                    ORDER BY generation DESC LIMIT 1
                    """, .integer(image.value), .integer(recipe.value)
                ) { ($0.integer(0), $0.integer(1)) }
                guard let (result, lineage) = newest else { continue }
                try makeCurrent(result, image: image.value, lineage: lineage)
            }
        }
    }

    /// Lets waiting tasks of a run that ask for something else than these recipes (the model has changed since)
    /// ask for all of them.
    package func updateWaiting(in run: RunID, toAsk recipes: [RecipeID]) throws(StoreError) {
        let set = try featureSet(of: recipes)
        try guarded { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE task INDEXED BY task_waiting SET feature_set_id = ?2
                WHERE run_id = ?1 AND state = 'waiting' AND feature_set_id IN (
                    SELECT s.feature_set_id FROM feature_set_recipe AS s WHERE s.recipe_id NOT IN (
                        SELECT recipe_id FROM feature_set_recipe WHERE feature_set_id = ?2))
                """, .integer(run.value), .integer(set.value))
        }
    }

    /// Moves the mark of the shown answer within a lineage.
    private func makeCurrent(_ result: Int64, image: Int64, lineage: Int64) throws(SQLiteError) {
        try hideCurrent(image: image, lineage: lineage)
        try connection.run("UPDATE result SET is_current = 1 WHERE result_id = ?", .integer(result))
    }

    /// Takes the mark from the shown answer of a lineage, for another to get it.
    func hideCurrent(image: Int64, lineage: Int64) throws(SQLiteError) {
        try connection.run(
            "UPDATE result SET is_current = 0 WHERE image_id = ? AND lineage_id = ? AND is_current = 1",
            .integer(image), .integer(lineage))
    }
}
