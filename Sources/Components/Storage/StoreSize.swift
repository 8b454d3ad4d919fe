/// What a store takes on its disk.
package struct StoreSize: Equatable, Sendable {
    /// What belongs together, the largest first.
    package struct Slice: Equatable, Sendable {
        /// The views that show it: `labels, landmarks, texts`.
        package let views: String
        package let bytes: Int64

        /// A part.
        package init(views: String, bytes: Int64) { (self.views, self.bytes) = (views, bytes) }
    }

    /// The store's parts.
    package let parts: [Slice]
    /// The log beside the store.
    package let logBytes: Int64
    /// Attempts, those of lately among them.
    package let attempts: Int, recentAttempts: Int

    /// A store's sizes.
    package init(parts: [Slice], logBytes: Int64, attempts: Int, recentAttempts: Int) {
        self.parts = parts
        self.logBytes = logBytes
        self.attempts = attempts
        self.recentAttempts = recentAttempts
    }

    /// Of all parts, without the log.
    package var bytes: Int64 { parts.reduce(0) { $0 + $1.bytes } }
    /// What came lately, by its share of the attempts, roughly.
    package var recentBytes: Int64 { attempts == 0 ? 0 : bytes / Int64(attempts) * Int64(recentAttempts) }
}
