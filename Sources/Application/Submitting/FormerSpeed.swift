package import Domain
internal import Storage

/// How fast an earlier run of a job was.
package struct FormerSpeed: Equatable, Sendable {
    /// The run.
    package let run: RunID
    private let imagesPerSecond: Double

    /// The speed of the newest finished run of a job that had some images; nil where none of the newest runs is one.
    init?(job name: String, in reports: any Reports) throws(StoreError) {
        let runs = try reports.recentRuns(limit: 20)
        let found = runs.first { $0.job == name && $0.done >= minImages && $0.finishedAt != nil }
        guard let found, let end = found.finishedAt else { return nil }
        let span = max(1, end.milliseconds - found.submittedAt.milliseconds)
        run = found.run
        imagesPerSecond = Double(found.done) * 1000 / Double(span)
    }

    /// The time that some images take at that speed.
    package func time(of images: Int) -> TimeSpan {
        TimeSpan(milliseconds: max(1000, Int64(min(Double(images) / imagesPerSecond * 1000, 1e15))))
    }
}

/// Images without which the time that a model takes to be opened would count for too much.
private let minImages = 10
