/// What follows from the vendor's count beside the ledger's.
package enum ReconciliationStatus: String, Sendable {
    /// Nothing was uncertain, and the vendor counts what was answered.
    case agrees
    /// The vendor's count lies within the ledger's, and shows which uncertain units were billed.
    case closed
    /// Some units are reserved or sent.
    case inFlight = "in flight"
    /// The last day is not long enough past for the vendor's count to be whole.
    case tooYoung = "too young"
    /// The vendor counts less than was answered.
    case tooFew = "too few"
    /// The vendor counts more than was ever sent.
    case tooMany = "too many"
}
