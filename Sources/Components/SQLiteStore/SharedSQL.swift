internal import Domain

// Pieces of SQL that several roles use.

/// Whether the task `t` has no answer to the recipe of `m` that is of a generation above its floor.
let lacksAnswer = """
    NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = t.image_id AND r.recipe_id = m.recipe_id
        AND r.generation > ifnull((SELECT f.generation FROM task_floor AS f
            WHERE f.task_id = t.task_id AND f.recipe_id = m.recipe_id), 0))
    """

/// The running tasks `t`, found by their own index, each with its attempt `a`.
let runningTasks = "task AS t INDEXED BY task_running CROSS JOIN attempt AS a ON a.attempt_id = t.attempt_id"

/// The whole path `p` as bytes.
let pathBytes = "iif(p.path_bytes = x'', CAST(p.path AS BLOB), p.path_bytes)"

/// Whether a run is open: not finished, not cancelled and not superseded; it may be paused.
///
/// - Parameter run: the alias of the table `run`.
func isOpen(_ run: String = "run") -> String {
    "\(run).finished_at IS NULL AND \(run).cancelled_at IS NULL AND \(run).superseded_by IS NULL"
}

/// The month of one of the vendor's days, as `VendorDay.month` has it.
///
/// - Parameter day: the column.
func month(of day: String) -> String { "substr(\(day), 1, 7)" }

/// A kind of failure as a text in SQL.
func literal(_ kind: Failure.Kind) -> String { "'\(kind.rawValue)'" }

/// Numbers as a list in SQL.
func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ", ") }
