internal import Text
package import JSON
internal import Platform
package import Domain

/// What a service says of an error beside its words, as JSON that can be kept; nil where it says nothing.
///
/// 64-bit integers in Firebase's form are plain numbers in it. More than 16 KiB is kept as
/// `{"truncated":true,"bytes":N,"beginning":"..."}`.
package func keptDetails(_ node: JSONNode?) -> String? {
    guard let node, !node.isEmpty else { return nil }
    if let whole = node.compact(limit: maxDetails, replacing: \.unwrappedInteger) {
        return String(decoding: whole, as: UTF8.self)
    }
    var beginning = String(decoding: node.text.prefix(maxDetails - 64), as: UTF8.self)
    // Escapes, and the signs that stand for bytes that are not UTF-8, take more room than what they stand for.
    while visible(beginning).utf8.count > maxDetails - 64 {
        beginning = String(beginning.unicodeScalars.prefix(beginning.unicodeScalars.count / 2))
    }
    return "{\"truncated\":true,\"bytes\":\(node.text.count),\"beginning\":\(visible(beginning))}"
}

extension JSONNode {
    /// Whether it is an array, an object or a text with nothing in it.
    fileprivate var isEmpty: Bool {
        isArray ? elements.isEmpty : isObject ? members.isEmpty : string?.isEmpty ?? false
    }
}

extension Failure {
    /// The same, with what a service says of it beside the words.
    package func detailed(_ details: String?) -> Failure {
        var failure = self
        failure.details = details
        return failure
    }
}

extension RequestRejection {
    /// The same, with what a service says of the error beside the words.
    package func detailed(_ details: String?) -> RequestRejection {
        switch self {
        case .refused(let failure): .refused(failure.detailed(details))
        case .failed(let failure): .failed(failure.detailed(details))
        case .throttled(let failure): .throttled(failure.detailed(details))
        case .unreachable(let failure): .unreachable(failure.detailed(details))
        case .unauthenticated(let error, let failure): .unauthenticated(error, failure.detailed(details))
        case .stop(let error, let failure): .stop(error, failure?.detailed(details))
        }
    }
}

/// A text as a JSON string without characters that are not to be seen.
private func visible(_ text: String) -> String {
    jsonString(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value < 0x20 || !$0.movesText })))
}

/// The most bytes of details.
private let maxDetails = 16 << 10
