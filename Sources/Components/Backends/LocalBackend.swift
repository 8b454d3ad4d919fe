package import Domain

/// What answers questions about pictures on this machine; opened once for a run.
///
/// Obligations of every implementation:
/// - `recipes` and `request` never change, and depend on nothing but the settings and the files they name.
/// - The same pixels give the same answer, in any slot, in any order, on any day.
/// - `makeSlot` may be called from any thread, any number of times.
package protocol LocalBackend: Sendable {
    /// What it answers: one recipe for each feature.
    var recipes: [Recipe] { get }
    /// The pixels it wants.
    var request: SampleRequest { get }
    /// A place of work for one worker, with all the memory it will need.
    func makeSlot() throws(BackendError) -> any LocalSlot
}

/// One worker's share of a local backend, confined to that worker.
///
/// Obligations of every implementation:
/// - `annotate` answers every recipe of the backend, in their order, or throws a failure that is this image's own.
/// - A failure leaves the slot fit for the next image.
/// - All geometry is in pixels of the upright original, inside of it.
package protocol LocalSlot: AnyObject {
    /// Answers for one picture, with the model's own outputs.
    func annotate(_ image: borrowing PreparedImage) throws(Failure) -> (answers: [Answer], raw: RawResponse)
}

/// A backend that is open, by what it wants to be given.
package enum Backend: Sendable {
    /// A model on this machine, given pixels one picture at a time.
    case local(any LocalBackend)
    /// A service that is sent files, several in one request.
    case remote(any RemoteBackend)

    /// What it answers: one recipe for each feature.
    package var recipes: [Recipe] {
        switch self {
        case .local(let backend): backend.recipes
        case .remote(let backend): backend.recipes
        }
    }
}

/// A JSON object with its members in the order given; the values are JSON already.
///
/// The text is part of a recipe's digest: an order that changes asks, and pays for, everything again.
func object(_ members: [(name: String, json: String)]) -> String {
    "{\(members.map { "\(quoted($0.name)):\($0.json)" }.joined(separator: ","))}"
}
