internal import Accounting
internal import SQLite
internal import Domain

extension Ledger {
    /// A reservation for a run's claims of this moment, on an account that is kept where it is new.
    func openReservation(_ billing: Billing, run: RunID) throws(SQLiteError) -> Reservation {
        try database.ledger.reservation(billing, account: try accountID(of: billing.account), run: run)
    }

    /// Writes a unit down for each recipe of each of some attempts.
    func reserve(_ asked: [RecipeID], of part: IDRange, on reservation: Reservation) throws(SQLiteError) {
        for cost in try database.ledger.costs(of: asked) {
            try connection.run(
                """
                INSERT OR ROLLBACK INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at)
                SELECT attempt_id, ?, ?, ?, ?, 'reserved', ? FROM attempt WHERE attempt_id BETWEEN ? AND ? ORDER BY
                    attempt_id
                """,
                .integer(cost.recipe.value), .integer(reservation.account), .text(reservation.day.dayKey),
                .integer(cost.microDollars), .integer(now), .integer(part.attempt), .integer(part.lastAttempt))
        }
    }
}
