internal import Platform
internal import Domain

/// Application Default Credentials: the places that Google's own libraries look at, in their order.
struct ApplicationDefault: Sendable {
    /// What was found.
    enum Found: Sendable {
        case file(GoogleKeyFile)
        case machine(MetadataServer)
    }

    private let environment: [String: String]
    private let reader: SecretReader
    private let service: TokenService

    init(_ environment: [String: String], reader: SecretReader, service: TokenService) {
        self.environment = environment
        self.reader = reader
        self.service = service
    }

    /// Looks at every place until there is something; asks the metadata server last.
    func find() throws(BackendError) -> Found {
        var missed: [String] = []
        if let file = namedFile {
            return .file(
                try GoogleKeyFile(reader.text(file), source: "GOOGLE_APPLICATION_CREDENTIALS (\(file.source))"))
        }
        missed.append("GOOGLE_APPLICATION_CREDENTIALS is not set")
        if let file = defaultFile {
            if case .file(let path) = file, (try? FileStatus(of: path)) != nil {
                return .file(try GoogleKeyFile(reader.text(file), source: file.source))
            }
            missed.append("there is no \(file.source)")
        }
        if let server = MetadataServer(environment, service: service) {
            if server.isThere { return .machine(server) }
            missed.append("no metadata server answers")
        } else {
            missed.append("NO_GCE_CHECK is set")
        }
        throw .credentials(
            subject: "Application Default Credentials", reason: "none found: \(missed.joined(separator: ", "))",
            advice: "run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a key file")
    }

    /// The file that it would be read from: the named one, whether it is there or not, or the usual one where it is.
    var present: [Secret] {
        if let namedFile { return [namedFile] }
        guard case .file(let path)? = defaultFile, (try? FileStatus(of: path)) != nil else { return [] }
        return [.file(path)]
    }

    private var namedFile: Secret? { value("GOOGLE_APPLICATION_CREDENTIALS").map { .file(FilePath($0)) } }

    private var defaultFile: Secret? {
        let name = "application_default_credentials.json"
        if let folder = value("CLOUDSDK_CONFIG") { return .file(FilePath(folder).appending(name)) }
        return value("HOME").map { .file(FilePath($0).appending(".config/gcloud").appending(name)) }
    }

    private func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
