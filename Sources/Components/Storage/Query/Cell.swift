/// One value of a query's row.
package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as the store has it; a file name among it may not be UTF-8.
    case text([UInt8])
    case blob([UInt8])
}
