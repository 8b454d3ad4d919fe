/// A SQLite store with one fault, which the suite must find.
enum BrokenStore: String, CaseIterable, CustomStringConvertible {
    case `a fence left out`
    case `a cap checked before and added after`
    case `a generation taken from a number`
    case `two running tasks of one image`
    case `a release after a send`
    case `an answer without its task`
    case `missing marked by an interrupted submission`
    case `departure before completion`
    case `another job's recipe shown`
    case `a takeover that queues twice`
    case `two nights of one job`
    case `a night that outlives its process`
    case `a night that no renewal keeps`
    case `a night that does not know its key`
    case `a night that ends twice`
    case `a night that lapses during a finish`
    case `a receipt of another's work`
    case `a blob that stays behind`

    var description: String { rawValue }

    /// A piece of the store's own SQL, and what is in its place.
    typealias Cut = (piece: String, instead: String)

    /// The pieces that are cut out of the store's SQL.
    var cuts: [Cut] {
        switch self {
        case .`a fence left out`:
            [
                (
                    "WHERE task_id = ?1 AND attempt_id = ?2 AND state = 'running'",
                    "WHERE task_id = ?1 AND ?2 > 0 AND state = 'running'"
                )
            ]
        case .`a cap checked before and added after`:
            [
                ("SELECT units, micro_usd FROM cap_usage WHERE", "SELECT 0, 0 FROM cap_usage WHERE"),
                ("cap_units = iif(?6, ?7, cap_units)", "cap_units = iif(?6 AND ?7 < 0, ?7, NULL)"),
            ]
        case .`a generation taken from a number`:
            [("r.generation > ifnull((SELECT f.generation", "r.answer_id > ifnull((SELECT f.generation")]
        case .`two running tasks of one image`:
            [("EXISTS (SELECT 1 FROM task AS o WHERE o.image_id = t.image_id AND o.state = 'running')", "0")]
        case .`a release after a send`:
            [
                (
                    "UPDATE OR ROLLBACK ledger SET state = ?, changed_at = ? WHERE attempt_id = ? AND recipe_id = ?",
                    """
                    UPDATE OR ROLLBACK ledger SET state = iif(?1 = 'uncertain', 'released', ?1), changed_at = ?2
                    WHERE attempt_id = ?3 AND recipe_id = ?4
                    """
                )
            ]
        case .`an answer without its task`:
            [
                (
                    "attempt_count = attempt_count + 1, not_before = 0\nWHERE task_id BETWEEN",
                    "attempt_count = attempt_count + 1, not_before = 0\nWHERE 0 AND task_id BETWEEN"
                )
            ]
        case .`two nights of one job`:
            [("WHERE n.job = ? AND n.ended_at IS NULL", "WHERE n.job = ? AND n.ended_at < 0")]
        case .`a night that outlives its process`: [("w.ended_at IS NOT NULL\nFROM night", "0\nFROM night")]
        case .`a night that no renewal keeps`:
            [
                (
                    "UPDATE worker SET lease_ends = ? WHERE worker_id = ? AND",
                    "UPDATE worker SET lease_ends = lease_ends + 0 * ? WHERE worker_id = ? AND"
                )
            ]
        case .`a night that does not know its key`: [("SELECT n.key, n.worker_id", "SELECT zeroblob(16), n.worker_id")]
        case .`a night that ends twice`: [("WHERE key = ? AND ended_at IS NULL", "WHERE key = ?")]
        case .`a night that lapses during a finish`:
            [
                (
                    "UPDATE worker SET lease_ends = ? WHERE ended_at IS NULL\n",
                    "UPDATE worker SET lease_ends = lease_ends + 0 * ? WHERE ended_at IS NULL\n"
                )
            ]
        case .`a receipt of another's work`:
            [("AND host = ? AND pid = ? AND pid_started = ?", "AND (host = ? OR pid = ? OR pid_started = ? OR 1)")]
        case .`a blob that stays behind`:
            [
                (
                    "DELETE FROM annotation_blob WHERE answer_id = ?",
                    "DELETE FROM annotation_blob WHERE answer_id = "
                        + "? AND 0"
                )
            ]
        default: []
        }
    }

    /// What is changed in the store's schema.
    var script: String {
        switch self {
        case .`two running tasks of one image`:
            "DROP INDEX task_running; CREATE INDEX task_running ON task (image_id) WHERE state = 'running'"
        case .`missing marked by an interrupted submission`:
            """
            CREATE TRIGGER fault AFTER INSERT ON submission BEGIN
                UPDATE job_image SET missing_at = NEW.started_at WHERE job_id = NEW.job_id;
            END
            """
        case .`departure before completion`:
            """
            CREATE TRIGGER fault AFTER INSERT ON submission BEGIN
                UPDATE job_image SET until_submission = NEW.submission_id
                WHERE job_id = NEW.job_id AND until_submission IS NULL;
            END
            """
        case .`another job's recipe shown`:
            """
            CREATE TRIGGER fault AFTER INSERT ON job_recipe BEGIN
                INSERT OR IGNORE INTO job_recipe (job_id, recipe_id, from_submission, shown_from, feature_bit)
                SELECT job_id, NEW.recipe_id, NEW.from_submission, NEW.shown_from, NEW.feature_bit FROM job
                WHERE job_id <> NEW.job_id;
            END
            """
        case .`a takeover that queues twice`:
            """
            CREATE TRIGGER fault AFTER UPDATE OF state ON task WHEN OLD.state = 'running' AND NEW.state = 'queued' BEGIN
                UPDATE run SET total = total + 1, queued = queued + 1 WHERE run_id = NEW.run_id;
            END
            """
        case .`two nights of one job`: "DROP INDEX night_open"
        default: ""
        }
    }

    /// The check that must find it.
    var check: String {
        switch self {
        case .`a fence left out`: "a late result of a task that has another attempt changes nothing"
        case .`a cap checked before and added after`: "a run's cap in units is never passed"
        case .`a generation taken from a number`: "an answer that is too old is asked for a second time, and once"
        case .`two running tasks of one image`: "one image is never processed for two runs at once, and is asked once"
        case .`a release after a send`: "what a dead worker had sent is uncertain, what it had reserved is released"
        case .`an answer without its task`: "answers of many images at once are those of the images"
        case .`missing marked by an interrupted submission`: "an interrupted submission marks nothing as missing"
        case .`departure before completion`: "nothing departs before a submission is complete"
        case .`another job's recipe shown`: "a job does not show another job's recipes"
        case .`a takeover that queues twice`: "two that rescue one worker queue its tasks once"
        case .`two nights of one job`: "a job has one night at a time, and another job has its own"
        case .`a night that outlives its process`:
            "a night dies with its process, and a process of another host with its lease"
        case .`a night that no renewal keeps`: "a night that renews its lease lasts, also behind one that has ended"
        case .`a night that does not know its key`, .`a night that ends twice`:
            "a night begins and ends once, however often it is told to"
        case .`a night that lapses during a finish`: "a submission that ends late keeps the lease of its night"
        case .`a receipt of another's work`:
            "a receipt has what the process's own workers did since the mark, and nothing else"
        case .`a blob that stays behind`: "blobs are kept, compared and replaced with their annotations"
        }
    }
}
