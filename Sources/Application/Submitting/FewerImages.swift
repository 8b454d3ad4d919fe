internal import Planning
internal import Storage
internal import Domain

/// A query of a job's sources that gives fewer than half of the images that it gave at the last complete submission,
/// and more than ten fewer.
package struct FewerImages: Equatable, Sendable {
    /// Its key in the manifest: `images[0].sql`.
    package let keyPath: String
    /// How many it gives, and how many it gave before.
    package let now: Int, before: Int

    /// The queries of a job that give so few; none where a look has not seen all of its sources.
    static func all(
        of job: Job, _ found: SubmissionResult, _ session: any SubmissionPreview
    ) throws(StoreError) -> [FewerImages] {
        if found.isInterrupted || found.hasFailedQuery || found.imagesGiven.isEmpty { return [] }
        return zip(job.queries, zip(found.imagesGiven, try session.imagesGivenBefore())).compactMap { query, counts in
            BulkLimit(known: counts.1).refuses(counts.1 - counts.0)
                ? FewerImages(keyPath: query.keyPath, now: counts.0, before: counts.1) : nil
        }
    }

    /// `images[0].sql gives 3 images, and gave 40 before`.
    var text: String {
        "\(keyPath) gives \(HumanFormat.count(now, "image")), and gave \(HumanFormat.grouped(before)) before"
    }
}
