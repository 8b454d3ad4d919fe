internal import Curl

/// The two forms in which deployed copies of the function take their argument.
enum ArgumentForm: Sendable {
    /// The AnnotateImageRequest itself.
    case object
    /// The AnnotateImageRequest as text.
    case string

    var other: ArgumentForm { self == .object ? .string : .object }

    /// What the manifest calls it.
    var word: String { self == .object ? "object" : "string" }

    /// A call's whole body: `{"data":...}`, the only member that the protocol allows.
    ///
    /// - Parameter request: an AnnotateImageRequest in JSON.
    func body(_ request: HTTPBody) -> HTTPBody {
        var body = HTTPBody(Array("{\"data\":".utf8))
        switch self {
        case .object: body.append(request)
        case .string:
            body.append([quote])
            for piece in request.pieces {
                switch piece {
                case .plain(let json): body.append(escaped(json))
                case .base64: body.append(piece)
                }
            }
            body.append([quote])
        }
        body.append([UInt8(ascii: "}")])
        return body
    }

    /// Whether a function that was sent this form says, in the words of its JavaScript, that it wants the other.
    ///
    /// Firebase's sample took a text until 2023 and an object since. The older one, given an object, fails in
    /// `JSON.parse`; the newer one, given a text, finds no `image` in it. Both fail before the Vision API is asked.
    func isRefused(by message: String) -> Bool {
        switch self {
        case .object:
            message.contains("[object Object]") && message.contains("is not valid JSON")
                || message.contains("Unexpected token o in JSON at position 1")
        case .string: message.contains("No image present")
        }
    }
}

/// JSON without white space as the inside of a JSON string.
private func escaped(_ json: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in json {
        if byte == quote || byte == backslash { text.append(backslash) }
        text.append(byte)
    }
    return text
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
