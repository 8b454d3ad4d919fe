internal import Backends
package import Platform
package import Storage
internal import Vocabulary

/// Looks whether everything is there that Cairn needs, and whether the store is sound.
package struct Doctor {
    /// What came of one look.
    package struct Finding: Equatable, Sendable {
        /// How bad it is.
        package enum Severity: String, Sendable {
            /// As it should be.
            case ok
            /// Something some jobs need is not there.
            case missing
            /// Something is broken.
            case broken
        }

        /// How bad.
        package let severity: Severity
        /// What was looked at.
        package let subject: String
        /// What was seen, and the next step where there is one.
        package let detail: String

        /// A finding.
        package init(severity: Severity, subject: String, detail: String) {
            self.severity = severity
            self.subject = subject
            self.detail = detail
        }
    }

    private let libraryPlaces: [FilePath]

    /// A doctor.
    ///
    /// - Parameter libraryPlaces: where LiteRT's library is looked for.
    package init(libraryPlaces: [FilePath]) {
        self.libraryPlaces = libraryPlaces
    }

    /// The libraries that are opened only when they are needed.
    package func lookAtLibraries() -> [Finding] {
        do throws(BackendError) {
            let path = try findLibrary(at: libraryPlaces)
            return [Finding(severity: .ok, subject: "LiteRT", detail: path.description)]
        } catch {
            return [Finding(severity: .missing, subject: "LiteRT", detail: error.description)]
        }
    }

    /// The store's own soundness and what must always hold in it.
    package func look(at store: any Store) throws(StoreError) -> [Finding] {
        let problems = try store.problems()
        if problems.isEmpty {
            return [Finding(severity: .ok, subject: "store", detail: "\(store.location): sound, and its sums hold")]
        }
        return problems.map { Finding(severity: .broken, subject: "store", detail: $0) }
    }
}
