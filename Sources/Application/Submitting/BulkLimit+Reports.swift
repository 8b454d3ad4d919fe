package import Planning
package import Storage

extension BulkLimit {
    /// The limit of a job; nil where so few pictures change that any job may: its known pictures are then not counted,
    /// which would read a row of each.
    ///
    /// - Parameters:
    ///   - count: pictures that would change.
    ///   - onlyAnswered: whether only answered pictures count, as none else would be asked again.
    ///   - baseline: the store as it was before the job's sources were read: what it has found since was not known.
    package init?(
        counting count: Int, ofJob job: String, onlyAnswered: Bool = false, before baseline: WorkBaseline,
        in reports: any NightReports
    ) throws(StoreError) {
        guard BulkLimit(known: 0).refuses(count) else { return nil }
        self.init(known: try reports.presentMembers(job: job, before: baseline, onlyAnswered: onlyAnswered))
    }
}
