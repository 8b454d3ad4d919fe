internal import Text

/// How a response begins that is not an answer, as the end of a sentence: `; it begins "<!DOCTYPE html>"`; nothing for
/// an empty one.
func beginning(of body: [UInt8]) -> String {
    guard !body.isEmpty else { return "" }
    let shown = readable(Array(body.prefix(maxShown))) + (body.count > maxShown ? "..." : "")
    return "; it begins \"\(shown)\""
}

/// Bytes of a response that a message shows.
private let maxShown = 60
