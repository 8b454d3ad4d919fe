internal import Backends
internal import Imaging
internal import Platform
internal import Storage
internal import Vocabulary

/// The first half of a task on a remote backend: load and encode, until there is something to send.
///
/// It owns a worker's buffer, decoder and encoder. A failed image is a value here; nothing it does can stop its neighbours.
struct Preparer {
    let backend: any RemoteBackend
    let limits: Limits
    private let loader = Loader()
    private let imaging = ImagePreparer()

    init(backend: any RemoteBackend, limits: Limits) {
        self.backend = backend
        self.limits = limits
    }

    /// What the request shall say of a task's image.
    func content(of claim: Claim, asking recipes: [Recipe], missing: inout [PathID]) throws(Failure) -> ImageContent {
        let encoding = backend.encoding(for: recipes)
        try loader.load(claim, missing: &missing)
        let size = loader.buffer.withBytes { identify($0).size } ?? Size(width: 1, height: 1)
        let placement = Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: size)
        _ = encoding
        return .picture(EncodedImage(bytes: loader.buffer.copy, size: size, placement: placement))
    }
}
