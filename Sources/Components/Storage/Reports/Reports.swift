/// What can be read of a store in one snapshot, by caller: how things stand, what a night did, what a plan would meet.
///
/// - R1: All calls of a snapshot see the store as of one moment, whatever others write meanwhile; `now` is that moment.
/// - R2: No call writes anything, and each may be repeated.
/// - R3: A run, a job or an account that is not there is no error: nil, none or 0 is told of it.
package typealias Reports = StatusReports & NightReports & PlanReports
