/// The two forms in which deployed copies of the function take their argument.
enum ArgumentForm: Sendable {
    /// The AnnotateImageRequest itself.
    case object
    /// The AnnotateImageRequest as text.
    case string

    /// The other form.
    var other: ArgumentForm { self == .object ? .string : .object }

    /// What the manifest calls it.
    var word: String { self == .object ? "object" : "string" }

    /// A call's whole body: `{"data":...}`, the only member that the protocol allows.
    ///
    /// - Parameter request: an AnnotateImageRequest in JSON.
    func body(_ request: ArraySlice<UInt8>) -> [UInt8] {
        var body: [UInt8] = []
        // Room for what must be escaped, too: the quotation marks of the names.
        body.reserveCapacity(request.count + 1024)
        body += "{\"data\":".utf8
        switch self {
        case .object: body += request
        case .string:
            body.append(quote)
            body.append(escaping: request)
            body.append(quote)
        }
        body.append(UInt8(ascii: "}"))
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

extension Array<UInt8> {
    /// Appends JSON without white space as the inside of a JSON string.
    fileprivate mutating func append(escaping json: ArraySlice<UInt8>) {
        // Long runs, nearly all of it a picture in base 64, need nothing and are copied whole.
        var rest = json
        while let place = rest.firstIndex(where: { $0 == quote || $0 == backslash }) {
            append(contentsOf: rest[..<place])
            append(backslash)
            append(rest[place])
            rest = rest[(place + 1)...]
        }
        append(contentsOf: rest)
    }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
