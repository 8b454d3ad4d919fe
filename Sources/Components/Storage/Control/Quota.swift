/// What an account-wide cap is for.
package enum Quota: String, Sendable, CaseIterable {
    case day, month
}
