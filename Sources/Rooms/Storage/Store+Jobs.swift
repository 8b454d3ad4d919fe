package import Crypto
package import Platform
internal import SQLite
package import Vocabulary

/// A manifest as its job goes by it.
package struct PinnedManifest: Sendable {
    /// The job's name.
    package let job: String
    /// The manifest's bytes as they were.
    package let text: [UInt8]
    /// Its file, absolute; relative paths in it start from there.
    package let path: FilePath

    /// A manifest.
    package init(job: String, text: [UInt8], path: FilePath) {
        self.job = job
        self.text = text
        self.path = path
    }

    /// SHA-256 of the text and the path, since both decide what it means.
    package var digest: Digest { Digest(of: (text + [0] + path.bytes).span) }
}

extension Store {
    /// The newest run of a job; nil where the store has no run of a job with this name.
    package func newestRun(ofJob name: String) throws(StoreError) -> RunID? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                "SELECT run_id FROM run JOIN job USING (job_id) WHERE name = ? ORDER BY run_id DESC LIMIT 1",
                .text(name)
            ) { RunID($0.integer(0)) }
        }
    }

    /// The names of all jobs, in their order.
    package func jobNames() throws(StoreError) -> [String] {
        try guarded { () throws(SQLiteError) in
            try connection.all("SELECT name FROM job ORDER BY name") { $0.text(0) }
        }
    }

    /// The newest manifest of a run's job, which governs the run; nil when there is no such run.
    package func manifest(of run: RunID) throws(StoreError) -> PinnedManifest? {
        try guarded { () throws(SQLiteError) in
            try connection.first(
                """
                SELECT j.name, j.manifest, j.manifest_path, j.manifest_digest FROM run AS r JOIN job AS j USING (job_id)
                WHERE run_id = ?
                """, .integer(run.value)
            ) { row in
                let manifest = PinnedManifest(
                    job: row.text(0), text: row.blob(1), path: FilePath(bytes: row.blob(2)))
                // A worker would take it for a newer manifest at every exchange, and never begin.
                if manifest.digest.bytes != row.blob(3) {
                    row.refuse("the manifest of job \(manifest.job) is not the one of its digest")
                }
                return manifest
            }
        }
    }

    /// The runs to work on: those that have work waiting or in hand and are not paused, with the highest priority first, and of
    /// the same priority the oldest.
    package func openRuns() throws(StoreError) -> [RunID] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT run_id FROM run WHERE finished_at IS NULL AND paused_at IS NULL AND cancelled_at IS NULL
                    AND superseded_by IS NULL AND queued + running > 0 ORDER BY priority DESC, run_id
                """
            ) { RunID($0.integer(0)) }
        }
    }

    /// The runs with a higher priority than a run that have a task which may run now.
    package func runs(outranking run: RunID) throws(StoreError) -> [RunID] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                """
                SELECT o.run_id FROM run AS o WHERE o.finished_at IS NULL AND o.paused_at IS NULL AND o.cancelled_at IS NULL
                AND o.superseded_by IS NULL AND o.queued > 0 AND o.priority > (SELECT priority FROM run WHERE run_id = ?1)
                AND EXISTS (SELECT 1 FROM task AS t INDEXED BY task_queued WHERE t.run_id = o.run_id
                    AND t.state = 'queued' AND t.isolated IN (0, 1) AND t.not_before <= ?2)
                ORDER BY o.priority DESC, o.run_id
                """, .integer(run.value), .integer(now)
            ) { RunID($0.integer(0)) }
        }
    }

    /// The paused runs that have work waiting, oldest first.
    package func pausedRuns() throws(StoreError) -> [RunID] {
        try guarded { () throws(SQLiteError) in
            try connection.all(
                "SELECT run_id FROM run WHERE finished_at IS NULL AND paused_at IS NOT NULL AND superseded_by IS NULL AND queued > 0 ORDER BY run_id"
            ) { RunID($0.integer(0)) }
        }
    }
}
