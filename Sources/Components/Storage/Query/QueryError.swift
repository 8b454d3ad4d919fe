package import Domain

/// Why a question in SQL has no answer; nothing is ever changed by one.
package enum QueryError: Error, Equatable, Sendable {
    /// The store cannot be read.
    case store(StoreError)
    /// SQLite does not understand it, or it failed on the way.
    case sql(message: String)
    /// A function of its own cannot take an argument.
    case refusedArgument(message: String)
    /// A value that it reads is damaged.
    case damagedValue(message: String)
    /// It would change something, or reach outside of the store.
    case notAQuestion(message: String)
    /// There is more than one statement, or none.
    case notOneStatement(found: Int)
    /// It took longer than allowed.
    case tooLong(TimeSpan)
    /// It needs more memory than it may have: all of it, one row, or one value.
    case tooLarge(QueryMemory)
    /// Its temporary files have no room on their disk.
    case noRoom
    /// A parameter of the statement has no value.
    case unbound(parameter: String)
    /// A value was given for a parameter the statement does not have.
    case noSuchParameter(String, known: [String])
}
