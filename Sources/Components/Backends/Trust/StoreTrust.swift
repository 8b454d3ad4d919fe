package import Crypto
internal import Curl
internal import Text
package import Platform
package import Domain
package import Services

/// Which of the manifests that a store keeps are obeyed.
///
/// A store may come from anywhere, and its manifests name hosts and secrets. What goes to this machine or to a service
/// of Google's that every customer shares is done; anything else needs the user's own word: the same manifest on this
/// machine or on the command line, `--trust`, or an entry of `CAIRN_TRUST`.
package struct StoreTrust: Sendable {
    /// The variable with the hosts, and the absolute paths of programs, that are trusted in every store.
    package static let variable = "CAIRN_TRUST"

    /// Google's services that answer every customer, where no customer serves anything of their own: a bucket, a
    /// function, a model.
    package static let fixedHosts: Set<String> = [
        "vision.googleapis.com", "eu-vision.googleapis.com", "us-vision.googleapis.com", "oauth2.googleapis.com",
        "accounts.google.com", "identitytoolkit.googleapis.com", "securetoken.googleapis.com",
        "firebaseappcheck.googleapis.com",
    ]

    /// The entries of `CAIRN_TRUST`: hosts in small letters, and absolute paths.
    private let entries: Set<String>
    /// Whether the user has said `--trust`.
    private let obeysStore: Bool
    /// The SHA-256 of the manifests that the command line names.
    private let named: Set<Digest>

    /// What a command trusts.
    ///
    /// - Parameters:
    ///   - variables: environment variables.
    ///   - obeysStore: whether the store of this command is obeyed in everything.
    ///   - named: the SHA-256 of the manifests that the user gave to this command.
    package init(variables: [String: String], obeysStore: Bool = false, named: [Digest] = []) {
        let words = (variables[StoreTrust.variable] ?? "").split(separator: ",").map { word in
            String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        entries = Set(words.filter { !$0.isEmpty }.map { $0.hasPrefix("/") ? $0 : $0.lowercased() })
        self.obeysStore = obeysStore
        self.named = Set(named)
    }

    /// What of a backend's reach needs the user's own word, each as `https://example.org (backend.endpoint)`; none
    /// where a stored manifest is obeyed without it.
    ///
    /// A secret from a file always needs it; one from the environment where it could go to an address that needs it.
    ///
    /// - Parameter trustsPrograms: whether `CAIRN_TRUST` holds for programs.
    package func requirements(of reach: BackendReach, trustsPrograms: Bool = true) -> [String] {
        let addresses = reach.addresses.filter { !isTrusted($0) }
        let secrets = reach.secrets.filter { $0.isFile || !addresses.isEmpty }
        let programs = reach.programs.filter { words in
            !trustsPrograms || words.first.map { !$0.hasPrefix("/") || !entries.contains($0) } ?? true
        }
        return addresses.map { "\($0.name) (\($0.keyPath))" } + secrets.map { "\($0.source) (\($0.keyPath))" }
            + programs.map { "the program \(displayText($0.joined(separator: " "))) (backend.run)" }
    }

    /// What is to be done about a job whose manifest comes out of a store.
    ///
    /// - Parameters:
    ///   - manifest: the file that the store says it is.
    ///   - store: the store's file; a manifest may have been moved into its folder with it.
    package func decision(
        on job: Job, manifest: FilePath, beside store: FilePath, in environment: ProcessEnvironment
    ) -> TrustDecision {
        let reach = BackendReach(of: job.backend, in: environment)
        let foreign: String? = if case .command(let command) = job.backend { foreignFile(of: command) } else { nil }
        // A manifest of the user's own says nothing about another user's program beside where the store says it is.
        let requirements = requirements(of: reach, trustsPrograms: foreign == nil)
        let decision = { (grounds: TrustDecision.Grounds) in
            TrustDecision(job: job.name, requirements: requirements, grounds: grounds)
        }
        if requirements.isEmpty { return decision(.nothingNeeded) }
        if obeysStore { return decision(.option) }
        if let foreign { return decision(.none(foreign)) }
        if named.contains(job.digest) { return decision(.commandLine) }
        guard let problem = problem(of: manifest, job.digest) else { return decision(.manifest(manifest)) }
        let moved = ((try? store.resolvedWhereItWouldBe()) ?? store).directory.appending(manifest.name)
        if self.problem(of: moved, job.digest) == nil { return decision(.manifest(moved)) }
        return decision(.none(problem))
    }

    private func isTrusted(_ address: BackendReach.Address) -> Bool {
        guard let parts = try? HTTPAddress(address.url) else { return false }
        if parts.isLoopback || entries.contains(parts.host) { return true }
        return parts.isEncrypted && StoreTrust.fixedHosts.contains(parts.host)
    }

    /// Why a program would not be the user's own: the folder where it works, or a file that `run` names there, belongs
    /// to another user; nil where all of it is the user's or root's.
    private func foreignFile(of command: CommandSettings) -> String? {
        ([command.folder] + CommandFiles(command).beside).first { !$0.isOwn }.map { "\($0) belongs to another user" }
    }

    /// Why a file is not the user's own manifest of this digest; nil where it is.
    private func problem(of file: FilePath, _ digest: Digest) -> String? {
        guard (try? FileStatus(of: file))?.kind == .file else { return "there is no \(file)" }
        let buffer = FileBuffer()
        guard let status = try? buffer.read(file, limit: maxManifestBytes) else { return "\(file) cannot be read" }
        guard status.isOwn else { return "\(file) belongs to another user" }
        return Digest(of: buffer.copy.span) == digest ? nil : "\(file) is another text"
    }
}

/// As many bytes as a manifest on the command line may have.
private let maxManifestBytes: Int64 = 16 << 20
