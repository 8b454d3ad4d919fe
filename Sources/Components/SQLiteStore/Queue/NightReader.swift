internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The nights of jobs.
struct NightReader: Reader {
    let database: Database

    /// The night of a job that has not ended; nil where there is none.
    func open(of job: String) throws(StoreError) -> OpenNight? {
        try connection.first(
            """
            SELECT n.key, n.worker_id, n.host_name, n.started_at,
                w.host, w.pid, w.pid_started, w.ended_at IS NOT NULL
            FROM night AS n JOIN worker AS w USING (worker_id) WHERE n.job = ? AND n.ended_at IS NULL
            """, .text(job)
        ) { row in
            OpenNight(
                key: RequestKey(bytes: row.blob(0)), worker: WorkerID(row.integer(1)),
                holder: NightOwner(
                    process: ProcessIdentity(
                        host: row.text(4), pid: Int32(clamping: row.integer(5)), started: row.integer(6)),
                    hostName: row.text(2), since: Timestamp(milliseconds: row.integer(3))),
                isOver: row.integer(7) != 0)
        }
    }
}
