internal import Dispatch
package import Domain

/// Fetches newer versions of hosted models beside the work, for the next run (`when: background`).
package final class ModelUpdates: Sendable {
    private let queue = DispatchQueue(label: "cairn.models")
    private let running = DispatchGroup()

    /// Nothing is fetched yet.
    package init() {}

    /// Asks a model's service and downloads what is newer, one model after the other; what fails is reported.
    package func start(_ model: HostedModel, by chooser: ModelChooser) {
        queue.async(group: running) { @Sendable in
            // The report has told why, and the next submission asks again.
            _ = try? chooser.store().update(model, hasOther: true)
        }
    }

    /// Waits until all that was begun has ended; an interruption ends a download within about a second.
    package func finish() { running.wait() }
}
