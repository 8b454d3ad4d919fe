internal import Platform
internal import Storage
internal import Domain

/// A run of one job that asks for labels.
struct Queue {
    /// The question.
    static let recipe = Recipe(
        backend: "vision", model: "builtin/stable", feature: .labelDetection,
        parameters: "{\"requestVersion\":1,\"maxResults\":10}", preparation: "{\"fit\":[640,480]}")

    private let store: any Store

    init(_ store: any Store) { self.store = store }

    /// Queues so many objects in Cloud Storage, which are known by their names alone.
    func fill(_ count: Int) throws(StoreError) {
        let manifest = PinnedManifest(job: "books", text: Array("job: books\n".utf8), path: FilePath("/books.yaml"))
        let submission = try store.submission(
            SubmissionRequest(
                key: .random(), manifest: manifest, recipes: [Self.recipe], refresh: Refresh(), crashLimit: 3))
        var counts = SubmissionCounts()
        for (number, start) in stride(from: 0, to: count, by: portion).enumerated() {
            let end = min(start + portion, count)
            let images = (start..<end).map { number in
                IdentifiedImage(
                    path: FilePath("gs://bucket/folder-\(number / 1000)/image-\(number).jpg"), order: Int64(number),
                    content: .reference)
            }
            let progress = try submission.apply(
                SubmissionBatch(
                    number: number + 1, images: try submission.decide(images), settledOrder: Int64(end)))
            counts.queued += progress.queued
        }
        counts.found = count
        _ = try submission.finish(SubmissionCompletion(counts: counts))
    }
}

/// Images of each batch.
private let portion = 32_768
