/// A role of the store that writes: made of a transaction, so that none of it can be called outside one.
protocol Writer: Reader {
    /// What it is a part of.
    var transaction: Transaction { get }
}

extension Writer {
    /// What it reads and writes.
    var database: Database { transaction.database }
}
