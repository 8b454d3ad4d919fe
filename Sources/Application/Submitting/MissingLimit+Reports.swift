package import Planning
package import Storage

extension MissingLimit {
    /// What limits how many of a job's pictures may be missing at once; nil where so few are that any job may miss
    /// them: its known pictures are then not counted, which would read a row of each.
    ///
    /// - Parameters:
    ///   - missing: pictures that are gone now.
    ///   - baseline: the store as it was before the job's sources were read: what it has found since was not known.
    package init?(
        counting missing: Int, ofJob job: String, before baseline: WorkBaseline, in reports: any NightReports
    ) throws(StoreError) {
        guard MissingLimit(known: 0).refuses(missing: missing) else { return nil }
        self.init(known: try reports.presentMembers(job: job, before: baseline))
    }
}
