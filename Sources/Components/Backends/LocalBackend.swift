package import Domain
internal import Text

/// What answers questions about pictures on this machine; opened once for a run.
///
/// Obligations of every implementation:
/// - `recipes`, `input` and `batch` never change, and depend on nothing but the settings and the files they name.
/// - The same picture gives the same answer, in any slot, in any order, beside any other pictures, on any day.
/// - `makeSlot` may be called from any thread, any number of times.
package protocol LocalBackend: Sendable {
    /// What it answers: one recipe for each feature.
    var recipes: [Recipe] { get }
    /// The form in which it takes each picture.
    var input: LocalInput { get }
    /// The most pictures that a slot takes at a time, at least 1.
    var batch: Int { get }
    /// How many slots work beside each other; nil: one for each processor.
    var slots: Int? { get }
    /// Whether its slots work in processes of their own and end what takes too much time or memory themselves, so that
    /// this process neither limits their calls nor crashes with them.
    var isSeparate: Bool { get }
    /// A place of work for one worker, with all the memory it will need.
    func makeSlot() throws(BackendError) -> any LocalSlot
}

extension LocalBackend {
    package var slots: Int? { nil }
    package var isSeparate: Bool { false }
}

/// The form in which a local backend takes each picture.
package enum LocalInput: Equatable, Sendable {
    /// Samples of one size: what models take.
    case samples(SampleRequest)
    /// The file itself: `PreparedImage.file`.
    case file
    /// The whole page in its own proportions: what text recognition takes.
    case page(PageRequest)
    /// A file of a common kind, made ready as it would be sent to a service: `PreparedImage.encoded`.
    case encoded(EncodeRequest)
}

/// One worker's share of a local backend, confined to that worker.
///
/// Obligations of every implementation:
/// - `annotate` gives one result for each picture, in their order: answers to every recipe of the backend, in its
///   order, or why there are none.
/// - A failure leaves the slot fit for the next pictures.
/// - All geometry is in pixels of the upright original, inside of it.
package protocol LocalSlot: AnyObject {
    /// Answers for 1 to `batch` pictures, each with the model's own outputs.
    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, LocalProblem>]
}

/// What a local backend says of one picture.
package struct LocalAnswer: Sendable {
    /// One answer for each recipe.
    package let answers: [Answer]
    /// The model's own outputs, which are kept beside the answers.
    package let raw: RawResponse
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
    "{\(members.map { "\(jsonString($0.name)):\($0.json)" }.joined(separator: ","))}"
}
