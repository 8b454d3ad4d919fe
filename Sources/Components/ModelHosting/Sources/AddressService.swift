internal import Curl
internal import Domain
internal import Platform

/// A file behind an https address: one conditional GET says whether there is a newer version, and brings it.
struct AddressService: ModelService {
    let key: SourceKey
    private let file: HostedModel.PublishedFile

    init(_ file: HostedModel.PublishedFile) {
        self.file = file
        key = SourceKey(source: FilePath(file.address).withoutSecrets.description, identity: file.address)
    }

    func newest(knownAs known: String?) throws(ServiceFailure) -> ServiceAnswer {
        // A version with the pinned digest is looked for in the cache by its digest, and never asked about.
        .served(
            HostedVersion(
                request: HTTPRequest(.get, file.address), secrets: [querySecret].compactMap(\.self),
                sha256: file.digest, known: file.digest == nil ? known : nil,
                advice: "Cairn cannot log in at an https address; keep private models in Cloud Storage"))
    }

    /// What stands behind `?`, where signatures and tokens stand.
    private var querySecret: String? {
        file.address.firstIndex(of: "?").map { String(file.address[file.address.index(after: $0)...]) }
    }
}
