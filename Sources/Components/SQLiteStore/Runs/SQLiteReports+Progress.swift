internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    /// Whether a run has work, waiting or running, of which something can begin or end.
    ///
    /// A run that has work by its counts, and none by its tasks, is damaged: a worker would wait for it for ever. All
    /// of it is read as of one moment. In a sound store what waits may begin, or will when its `not_before` has come,
    /// and what runs is held by a worker that has not ended.
    ///
    /// In a store of several volumes the rest of a run may wait for workers on other volumes: this worker has nothing
    /// to do then.
    ///
    /// - Parameters:
    ///   - own: the asking worker, which holds nothing itself.
    ///   - volume: whose paths it can open.
    func hasWork(in run: RunID, excluding own: WorkerID?, on volume: Volume = .thisMachine)
        throws(StoreError) -> Bool
    {
        try database.snapshot { () throws(StoreError) in
            guard let totals = try totals(of: run), totals.hasImagesLeft else { return false }
            let filter = try filter(of: volume)
            if try mayBegin(run, filter) { return true }
            if try connection.first(isHeld, .integer(run.value), Value(own?.value), read: { _ in true }) != nil {
                return true
            }
            if filter.volume != nil, try mayBegin(run, VolumeFilter(volume: nil)) { return false }
            throw .damaged(
                database.path,
                reason:
                    "run \(run.value) counts \(totals.queued) images that wait and \(totals.running) that run, and none of them can begin or end"
            )
        }
    }

    /// Whether a task of a run waits for its moment, or may begin now with all that a claim needs of it.
    private func mayBegin(_ run: RunID, _ filter: VolumeFilter) throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM task AS t LEFT JOIN image AS i USING (image_id) LEFT JOIN path AS p ON p.path_id = t.path_id
            WHERE t.run_id = ?1 AND t.state = 'queued' AND t.isolated IN (0, 1)
            AND (t.not_before > ?2 OR (i.image_id IS NOT NULL AND p.path_id IS NOT NULL))\(filter.taskCondition)
            LIMIT 1
            """, .integer(run.value), .integer(now.milliseconds), read: { _ in true }) ?? false
    }
}

/// Whether a task of run ?1 is held by a worker that has not ended, besides ?2.
private let isHeld = """
    SELECT 1 FROM \(runningTasks) CROSS JOIN worker AS w ON w.worker_id = a.worker_id
    WHERE t.state = 'running' AND t.run_id = ?1 AND a.outcome = 'running' AND w.ended_at IS NULL
        AND w.worker_id IS NOT ?2 LIMIT 1
    """
