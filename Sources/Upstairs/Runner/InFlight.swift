/// What was sent to a service and is not recorded.
package struct InFlight: Equatable, Sendable {
    /// Images.
    package let images: Int
    /// Units that the vendor may bill for them.
    package let units: Int
}
