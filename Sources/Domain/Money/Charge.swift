/// Whether the vendor bills for what was asked of one image.
package enum Charge: Sendable, Equatable {
    /// Surely not: nothing was sent, or the request was refused as a whole.
    case none
    /// It was answered.
    case billed
    /// It cannot be known.
    case uncertain
}
