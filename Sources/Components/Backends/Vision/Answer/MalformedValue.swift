internal import Text
internal import JSON
internal import Platform
internal import Domain
internal import Services

/// A value in an answer that is of the wrong type, or that its type does not allow.
///
/// Google's own parsers refuse such a message as a whole (protocol buffers' JSON mapping); to read it as 0 would make
/// it an answer.
struct MalformedValue: Error {
    let node: JSONNode
    /// What was expected there: `a number`.
    let expected: String

    /// The place, what stands there, and what was expected.
    var description: String {
        let shown = readable(Array(node.text.prefix(maxShown))) + (node.text.count > maxShown ? "..." : "")
        return "\(node.path) is \(node.string == nil ? shown : "\"\(shown)\""), and \(expected) was expected"
    }
}

extension Failure {
    /// Why an answer that came, and is billed, does not count; asking again would be billed again.
    init(_ malformed: MalformedValue) {
        self.init(
            .service, code: Failure.malformedResponse,
            "the service answered, and the answer cannot be read: \(malformed.description); "
                + "it is kept for `cairn results reparse`",
            isTransient: false)
    }
}

/// Bytes of a value that a message shows.
private let maxShown = 60
