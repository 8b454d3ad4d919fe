internal import Platform
internal import Storage
internal import Vocabulary

/// A run of one job that asks for labels.
struct Queue {
    /// The question.
    static let recipe = Recipe(
        backend: "vision", model: "builtin/stable", feature: .labelDetection,
        lineage: "vision builtin LABEL_DETECTION",
        description: "backend=vision model=builtin/stable feature=LABEL_DETECTION maxResults=10")

    private let store: Store

    init(_ store: Store) { self.store = store }

    /// Queues so many objects in Cloud Storage, which are known by their names alone.
    func fill(_ count: Int) throws(StoreError) {
        try store.write { () throws(StoreError) in
            let set = try store.featureSet(of: store.register([Self.recipe]))
            let manifest = PinnedManifest(job: "books", text: Array("job: books\n".utf8), path: FilePath("/books.yaml"))
            let run = try store.openRun(of: manifest, deaths: 3)
            for number in 0..<count {
                let kept = try store.keep(reference: "gs://bucket/folder-\(number / 1000)/image-\(number).jpg")
                _ = try store.queue(kept.image, at: kept.path, asking: set, in: run, isNew: kept.isNew)
            }
        }
    }
}
