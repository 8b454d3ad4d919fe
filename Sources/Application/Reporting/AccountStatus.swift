package import Storage
package import Domain

/// How an account stands.
package struct AccountStatus: Sendable {
    package let name: String
    /// Until when the service has told it to wait; nil where it has not.
    package let holdEnds: Timestamp?
    /// What counts against its caps today and this month, whether it has any or not.
    package let caps: [CapUsage]
    /// Its units by feature.
    package let features: [FeatureUnits]

    /// Every account, by name.
    static func all(in reports: any Reports) throws(StoreError) -> [AccountStatus] {
        let caps = try reports.accountCaps()
        let features = try reports.featureUnits()
        var all: [AccountStatus] = []
        for name in try reports.accounts() {
            all.append(
                AccountStatus(
                    name: name, holdEnds: try reports.holdEnds(name), caps: caps.filter { $0.owner == name },
                    features: features.filter { $0.account == name }))
        }
        return all
    }
}
