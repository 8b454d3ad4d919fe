/// Which account of a store each project of a billing export is.
package struct AccountMatch: Equatable, Sendable {
    /// Why no account could be told.
    package enum Problem: Error, Equatable, Sendable {
        /// The export has no usage.
        case noUsage
        /// None of the export's several projects has the name of the account that is meant.
        case noSuchProject(String)
        /// No account has the name of one of the export's projects.
        case noKnownProject
    }

    /// The account of each project that has one.
    package let accounts: [String: String]

    /// Tells the account of each project.
    ///
    /// - Parameters:
    ///   - projects: those of the export, each once.
    ///   - account: the one that is meant; nil: each whose name is a project's id.
    ///   - known: the store's accounts.
    package init(projects: [String], account: String?, known: [String]) throws(Problem) {
        guard let first = projects.first else { throw .noUsage }
        if let account {
            // A bill may go by another name here than at the vendor.
            let project = projects.contains(account) || projects.count > 1 ? account : first
            guard projects.contains(project) else { throw .noSuchProject(account) }
            accounts = [project: account]
        } else {
            let found = projects.filter(known.contains)
            guard !found.isEmpty else { throw .noKnownProject }
            accounts = Dictionary(found.map { ($0, $0) }) { first, _ in first }
        }
    }
}
