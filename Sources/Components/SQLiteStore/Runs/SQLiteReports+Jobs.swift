internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func newestRun(job name: String) throws(StoreError) -> RunID? {
        try connection.first(
            "SELECT run_id FROM run JOIN job USING (job_id) WHERE name = ? ORDER BY run_id DESC LIMIT 1",
            .text(name)
        ) { RunID($0.integer(0)) }
    }

    func totals(job name: String) throws(StoreError) -> JobTotals? {
        try connection.first(
            """
            SELECT count(i.job), count(i.job) FILTER (WHERE i.state = 'answered'),
                count(i.job) FILTER (WHERE i.state = 'failed')
            FROM job AS j LEFT JOIN job_images AS i ON i.job = j.name WHERE j.name = ? GROUP BY j.job_id
            """, .text(name)
        ) { JobTotals(images: Int($0.integer(0)), answered: Int($0.integer(1)), failing: Int($0.integer(2))) }
    }

    func jobs() throws(StoreError) -> [JobStatus] {
        try connection.all(
            """
            SELECT v.job, v.images, v.answered, v.failing, v.queued, v.missing, v.newest_run_id, v.submitted_at,
                v.month, v.month_units, CAST(round(v.month_usd_high * 1e6) AS INTEGER), j.manifest_path
            FROM jobs AS v JOIN job AS j ON j.name = v.job ORDER BY v.job
            """
        ) { row in
            JobStatus(
                job: row.text(0), manifest: FilePath(bytes: row.blob(11)),
                totals: JobTotals(
                    images: Int(row.count(1)), answered: Int(row.count(2)), failing: Int(row.count(3))),
                queued: Int(row.count(4)), missing: Int(row.count(5)),
                newestRun: row.optionalInteger(6).map { RunID($0) }, submittedAt: row.isNull(7) ? nil : row.text(7),
                month: row.isNull(8)
                    ? nil : (name: row.text(8), units: Int(row.count(9)), microDollars: row.optionalInteger(10) ?? 0))
        }
    }

    func jobNames() throws(StoreError) -> [String] {
        try connection.all("SELECT name FROM job ORDER BY name") { $0.text(0) }
    }

    func manifest(of run: RunID) throws(StoreError) -> PinnedManifest? {
        try manifest("j.job_id = (SELECT job_id FROM run WHERE run_id = ?)", .integer(run.value))
    }

    func manifest(job name: String) throws(StoreError) -> PinnedManifest? { try manifest("j.name = ?", .text(name)) }

    private func manifest(_ condition: String, _ value: Value) throws(StoreError) -> PinnedManifest? {
        try connection.first(
            "SELECT j.name, j.manifest, j.manifest_path, j.manifest_digest FROM job AS j WHERE \(condition)", value
        ) { row in
            let manifest = PinnedManifest(job: row.text(0), text: row.blob(1), path: FilePath(bytes: row.blob(2)))
            // A worker would take it for a newer manifest at every exchange, and never begin.
            if manifest.digest.bytes != row.blob(3) {
                row.refuse("the manifest of job \(manifest.job) is not the one of its digest")
            }
            return manifest
        }
    }

    func openRuns() throws(StoreError) -> [RunID] {
        try connection.all(
            """
            SELECT run_id FROM run WHERE \(isOpen()) AND paused_at IS NULL AND queued + running > 0
            ORDER BY priority DESC, run_id
            """
        ) { RunID($0.integer(0)) }
    }

    /// The runs with a higher priority than a run that have a task which may run now.
    func outranking(_ run: RunID) throws(StoreError) -> [RunID] {
        try connection.all(
            """
            SELECT o.run_id FROM run AS o WHERE \(isOpen("o")) AND o.paused_at IS NULL AND o.queued > 0
            AND o.priority > (SELECT priority FROM run WHERE run_id = ?1)
            AND EXISTS (SELECT 1 FROM task AS t INDEXED BY task_queued WHERE t.run_id = o.run_id
                AND t.state = 'queued' AND t.isolated IN (0, 1) AND t.not_before <= ?2)
            ORDER BY o.priority DESC, o.run_id
            """, .integer(run.value), .integer(now.milliseconds)
        ) { RunID($0.integer(0)) }
    }

    func pausedRuns() throws(StoreError) -> [RunID] {
        try connection.all(
            "SELECT run_id FROM run WHERE \(isOpen()) AND paused_at IS NOT NULL AND queued > 0 ORDER BY run_id"
        ) { RunID($0.integer(0)) }
    }
}
