internal import Platform
internal import Storage
internal import Vocabulary

/// A run of one job that asks for labels.
struct Queue {
    /// The question.
    static let recipe = Recipe(
        backend: "vision", model: "builtin/stable", feature: .labelDetection,
        parameters: "{\"requestVersion\":1,\"maxResults\":10}", preparation: "{\"fit\":[640,480]}")

    private let store: Store

    init(_ store: Store) { self.store = store }

    private func begin() throws(StoreError) -> (OpenSubmission, RunID) {
        let manifest = PinnedManifest(job: "books", text: Array("job: books\n".utf8), path: FilePath("/books.yaml"))
        let submission = try store.beginSubmission(
            of: manifest, asking: try store.register([Self.recipe]), crashLimit: 3)
        return (submission, try store.addRun(for: submission))
    }

    /// Queues so many objects in Cloud Storage, which are known by their names alone.
    func fill(_ count: Int) throws(StoreError) {
        var seen = Sightings()
        var counts = SubmissionCounts()
        var own: OpenSubmission?
        var run: RunID?
        for start in stride(from: 0, to: count, by: portion) {
            try store.write { () throws(StoreError) in
                let (submission, open) = if let own, let run { (own, run) } else { try begin() }
                for number in start..<min(start + portion, count) {
                    let kept = try store.keep(reference: "gs://bucket/folder-\(number / 1000)/image-\(number).jpg")
                    _ = try store.see(kept, for: submission, at: Int64(number), &seen)
                    _ = try store.queue(kept.image, at: kept.path, in: open, because: .new, isNew: kept.isNewImage)
                }
                (own, run) = (submission, open)
            }
        }
        guard let own else { return }
        try store.write { () throws(StoreError) in
            try store.complete(own, in: run, &counts, seen, below: []) { _, _ in .present }
        }
    }
}

/// Images in each transaction.
private let portion = 100_000
