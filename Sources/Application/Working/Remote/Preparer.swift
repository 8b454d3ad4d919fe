internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// The first half of a task on a remote backend: load and encode, until there is something to send.
///
/// It owns a worker's buffer, decoder and encoder. A failed image is a value here; nothing it does can stop its neighbours.
struct Preparer {
    let backend: any RemoteBackend
    let limits: Limits
    private let loader: TaskLoader
    private let imaging: ImagePreparer

    init(
        backend: any RemoteBackend, limits: Limits, memory: MemoryBudget, downloads: DownloadSettings,
        events: Handover<PipelineEvent>
    ) {
        self.backend = backend
        self.limits = limits
        loader = TaskLoader(downloads, events)
        imaging = ImagePreparer(sharing: memory)
    }

    /// What the request says of a task's image; nil where the work was stopped: the claim goes back unfinished.
    func content(of claim: Claim, asking recipes: [Recipe]) throws(Failure) -> ImageContent? {
        let encoding = backend.encoding(for: recipes)
        if let reference = claim.reference {
            guard claim.sendsContent else { return .reference(reference) }
            // The service cannot fetch it and has asked for the content.
            let bytes = try backend.download(reference, limit: Int(largestFile))
            return try encode(bytes.span, encoding)
        }
        guard try loader.load(claim) else { return nil }
        return try loader.buffer.withBytes { bytes throws(Failure) in try encode(bytes, encoding) }
    }

    private func encode(_ bytes: Span<UInt8>, _ encoding: EncodeRequest) throws(Failure) -> ImageContent {
        .picture(try imaging.encode(bytes, for: encoding, pixelLimit: Int(limits.pixels)))
    }
}
