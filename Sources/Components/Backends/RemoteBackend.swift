package import Domain

/// A service that answers questions about pictures; opened once for a run.
///
/// Obligations of every implementation:
/// - `recipes`, `account` and `encoding` never change, and depend on nothing but the settings.
/// - `makeBatch` and `makeSlot` may be called from any thread, any number of times.
package protocol RemoteBackend: Sendable {
    associatedtype Slot: RemoteSlot

    /// What it answers: one recipe for each feature.
    var recipes: [Recipe] { get }
    /// Whose bill it is: the cloud project's id.
    var account: String { get }
    /// Requests in flight where the manifest does not say.
    var defaultInFlight: Int { get }
    /// The most pictures in one request.
    var maxImages: Int { get }
    /// How a picture is made ready for some of the recipes.
    func encoding(for recipes: [Recipe]) -> EncodeRequest
    /// A request without entries.
    func makeBatch() -> Slot.Batch
    /// A place of work for one request at a time, with a connection of its own.
    func makeSlot() throws(BackendError) -> Slot
    /// The bytes of a picture that the service was to fetch by its reference and could not (`gs://bucket/a.jpg`),
    /// fetched with the backend's own credentials.
    ///
    /// - Parameter limit: the most bytes.
    func download(_ object: String, limit: Int) throws(Failure) -> [UInt8]
}

/// One connection to a remote backend, confined to one worker.
///
/// Obligations of every implementation:
/// - `send` answers for every entry, in their order, whatever the service does; it throws only where nothing can be
///   sent for any image (credentials).
/// - What each reply says of its charge is never less than what the vendor may bill; Google's is `ChargeTable`'s.
/// - A request that the service refused as a whole for one of its images is split until the culprit stands alone.
/// - A request that may have been billed is never repeated: who called decides that.
package protocol RemoteSlot: AnyObject, SendableMetatype {
    associatedtype Batch: ImageBatch

    /// Sends a batch and waits for what becomes of it.
    ///
    /// - Parameter again: asked before each further request that parts of the batch take, with the number of their
    ///   images; it may wait. False: no more goes out, and the replies to what is left are `returned`.
    func send(_ batch: Batch, again: (Int) -> Bool) throws(BackendError) -> [Reply]
}
