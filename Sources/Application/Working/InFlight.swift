/// The images that a process has begun and not recorded.
package struct InFlight: Equatable, Sendable {
    /// Images that were sent to a service; with a model of this machine those that are being annotated.
    package let images: Int
    /// Units that the ledger has as sent for them: the vendor may bill them.
    package let units: Int
    /// The most that these units cost in millionths of a US dollar; nil where one of them has no price.
    package let microDollars: Int64?
    /// Whether they are a service's, and not of a model on this machine.
    package let isSent: Bool
}
