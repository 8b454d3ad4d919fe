/// Where a task is in its life; submitted = the sum of all five, at every commit.
package enum TaskState: String, Sendable, CaseIterable {
    case waiting = "queued"
    case running, done, failed, cancelled
}
