internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func isCurrent(_ run: RunID) throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT r.superseded_by IS NULL AND r.recipe_set_id = s.recipe_set_id FROM run AS r JOIN submission AS s
                ON s.submission_id = (SELECT max(n.submission_id) FROM submission AS n WHERE n.job_id = r.job_id)
            WHERE r.run_id = ?
            """, .integer(run.value)
        ) { $0.integer(0) != 0 } ?? false
    }

    /// What people have ordered that keeps a run from continuing: a pause, its cancellation, or a newer manifest of its
    /// job.
    ///
    /// - Parameter digest: that of the manifest by which the run is worked on.
    func order(about run: RunID, workingBy digest: Digest) throws(StoreError) -> StopReason? {
        if let stopReason = try stopReason(of: run) { return stopReason }
        let newest = try connection.first(
            "SELECT j.manifest_digest FROM run AS r JOIN job AS j USING (job_id) WHERE r.run_id = ?",
            .integer(run.value)
        ) { $0.blob(0) }
        return newest == digest.bytes ? nil : .manifestChanged
    }

    func stopReason(of run: RunID) throws(StoreError) -> StopReason? {
        let order = try connection.first(
            "SELECT cancelled_at IS NOT NULL, paused_at IS NOT NULL, superseded_by IS NOT NULL FROM run WHERE run_id = ?",
            .integer(run.value)
        ) { (isCancelled: $0.integer(0) != 0, isPaused: $0.integer(1) != 0, isSuperseded: $0.integer(2) != 0) }
        guard let order else { return nil }
        return order.isSuperseded ? .superseded : order.isCancelled ? .cancelled : order.isPaused ? .paused : nil
    }

    func lastStop(of run: RunID) throws(StoreError) -> RunStop? {
        try connection.first(
            "SELECT stopped_at, stop_reason FROM run WHERE run_id = ? AND stop_reason IS NOT NULL",
            .integer(run.value)
        ) { RunStop(at: Timestamp(milliseconds: $0.integer(0)), reason: $0.text(1)) }
    }
}
