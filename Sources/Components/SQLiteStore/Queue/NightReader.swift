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

    /// What a night has left that did not end, whose process was given up.
    func killed(_ night: OpenNight, of job: String) throws(StoreError) -> KilledNight? {
        let process = night.holder.process
        let lost = try connection.first(
            """
            SELECT count(*), ifnull(sum(l.micro_usd), 0) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
            JOIN worker AS w USING (worker_id) JOIN run AS r ON r.run_id = a.run_id JOIN job AS j USING (job_id)
            WHERE l.state = 'uncertain' AND a.outcome IN ('died', 'lapsed') AND j.name = ?1
                AND w.host = ?2 AND w.pid = ?3 AND w.pid_started = ?4
            """, .text(job), .text(process.host), .integer(Int64(process.pid)), .integer(process.started)
        ) { (units: Int($0.count(0)), microDollars: $0.integer(1)) }
        return try connection.first(
            "SELECT lease_ends FROM worker WHERE worker_id = ?", .integer(night.worker.value)
        ) { row in
            let lastSeen = row.integer(0).subtractingReportingOverflow(Lease.length.milliseconds).partialValue
            return KilledNight(
                since: night.holder.since,
                lastSeen: Timestamp(milliseconds: max(lastSeen, night.holder.since.milliseconds)),
                units: lost?.units ?? 0, microDollars: lost?.microDollars ?? 0)
        }
    }
}
