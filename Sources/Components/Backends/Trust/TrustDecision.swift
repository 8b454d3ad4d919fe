package import Platform

/// Whether a manifest out of a store is obeyed, and why.
package struct TrustDecision: Equatable, Sendable {
    /// What the decision rests on.
    package enum Grounds: Equatable, Sendable {
        /// It reaches this machine and Google's shared services alone, or what `CAIRN_TRUST` names.
        case nothingNeeded
        /// The user has said `--trust`.
        case option
        /// The user has named the same manifest on the command line.
        case commandLine
        /// The same manifest lies in this file, which belongs to this user or to root.
        case manifest(FilePath)
        /// Nothing; the reason says what is wrong with the manifest's file.
        case none(String)
    }

    package let job: String
    /// What needs the user's own word, each with the manifest's key; none where nothing does.
    package let requirements: [String]
    /// What it rests on.
    package let grounds: Grounds

    /// Whether the manifest is obeyed.
    package var isObeyed: Bool { problem == nil }

    /// What is wrong with the manifest's file where it is not obeyed; nil where it is.
    package var problem: String? {
        if case .none(let problem) = grounds { problem } else { nil }
    }

    /// One sentence for people: what the store wants, and why it is obeyed or not.
    package var sentence: String {
        let wants = "the store wants \(requirements.joined(separator: ", ")) for job \(job)"
        return switch grounds {
        case .nothingNeeded: "the store wants no host, secret or program of its own for job \(job)"
        case .option: "\(wants); obeyed: --trust"
        case .commandLine: "\(wants); obeyed: the command names its manifest"
        case .manifest(let file): "\(wants); obeyed: \(file) says the same"
        case .none(let problem): "\(wants), and is not obeyed: \(problem)"
        }
    }

    /// The same with the next step, for a decision against it.
    ///
    /// - Parameter command: the command that would obey the store, without the program's name: `work --trust`.
    package func refusal(before command: String) -> String {
        "\(sentence); run its manifest with `cairn run JOB`, put it back, or trust this store with `cairn \(command)`"
    }
}
