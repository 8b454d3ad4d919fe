/// What came of beginning a night.
package enum NightStart {
    /// The night is this process's until it ends.
    case begun(any NightSession)
    /// Another living process has a night of the job.
    case held(by: NightHolder)
}
