internal import Backends
internal import Fetching
internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Makes the images of tasks ready for requests; one for each preparer thread.
///
/// It owns the thread's buffer, decoder and encoder.
struct Preparer {
    private let backend: any RemoteBackend
    /// The backend's recipe of each number that a claim can ask.
    private let recipes: [RecipeID: Recipe]
    private let limits: Limits
    private let loader: TaskLoader
    private let imaging: ImagePreparer
    private let mark = CrashMark()

    /// A preparer for a backend.
    init(
        _ backend: any RemoteBackend, asked: [RecipeID: Recipe], limits: Limits, memory: MemoryBudget,
        downloads: DownloadSettings,
        events: BlockingQueue<PipelineEvent>
    ) {
        self.backend = backend
        recipes = asked
        self.limits = limits
        loader = TaskLoader(downloads, events)
        imaging = ImagePreparer(sharing: memory)
    }

    /// A task's image as a request holds it; nil where the work was stopped: the claim goes back unfinished.
    func prepare(_ claim: Claim) throws(Failure) -> RequestImage? {
        let asked = claim.asked.compactMap { recipes[$0] }
        return try mark.during(.reading, CollectionOfOne(claim.attempt.value)) { () throws(Failure) in
            let content = try content(of: claim, encoding: backend.encoding(for: asked))
            return content.map { RequestImage(content: $0, recipes: asked) }
        }
    }

    private func content(of claim: Claim, encoding: EncodeRequest) throws(Failure) -> ImageContent? {
        if let reference = claim.reference {
            guard claim.sendsContent else { return .reference(reference) }
            // The service cannot fetch it and has asked for the content.
            let bytes = try backend.download(reference, limit: Int(maxFileBytes))
            return .picture(try imaging.encode(bytes.span, for: encoding, pixelLimit: Int(limits.pixels)))
        }
        let (turn, pixels) = (claim.key.turn, Int(limits.pixels))
        return try loader.load(claim) { file, _ in
            imaging.encode(file, for: encoding, turn: turn, pixelLimit: pixels).map { .picture($0) }
        } whole: { bytes, _ throws(Failure) in
            .picture(try imaging.encode(bytes, for: encoding, turn: turn, pixelLimit: pixels))
        }
    }
}
