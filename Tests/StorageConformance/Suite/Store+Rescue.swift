package import Platform
package import Storage

extension Store {
    /// Queues again what dead workers held, where nothing is known of crashes.
    package func rescue(seenFrom process: ProcessIdentity) throws(StoreError) {
        _ = try rescue(seenFrom: process, [])
    }
}
