internal import Curl
package import Domain
internal import Text

/// The images of one request, as they are sent: a BatchAnnotateImagesRequest in JSON.
///
/// A value: one thread fills it with prepared images, another sends it.
package struct RequestBatch: ImageBatch {
    /// One image of the request.
    struct Entry: Sendable {
        /// Its part of the body: one AnnotateImageRequest.
        var body: HTTPBody
        /// What is asked of it, in the order of the request.
        var recipes: [Recipe]
        /// Whether the symbols of text are wanted, which the API sends in any case.
        var readsSymbols: Bool
        /// The picture's size as it is sent; nil for a reference.
        var sent: Size?
        /// The way back to the upright original; nil for a reference.
        var placement: Placement?
    }

    /// The most bytes that the file of one picture may have, so that a request with it alone is taken: the API's
    /// 10,485,760 bytes of JSON hold 7,864,320 bytes in base 64, less what is asked of the picture.
    package static let maxPictureBytes = 7_800_000
    /// The most bytes of a request's body that the API takes ("Request payload size exceeds the limit").
    static let maxBodyBytes = 10_485_760

    /// The entries, in order.
    private(set) var entries: [Entry] = []
    /// How many bytes the body has.
    private(set) var length: Int
    /// All that can be asked.
    private let questions: [FeatureQuery]
    /// The most images.
    let maxImages: Int
    /// The most bytes of the body as it is sent, where it holds several images.
    let maxBytes: Int

    /// How many images it holds.
    package var count: Int { entries.count }
    /// Whether there is room for no other image, however small.
    package var isFull: Bool { count >= maxImages || length + Self.smallestEntry > maxBytes }

    /// A batch without entries.
    init(_ questions: [FeatureQuery], maxImages: Int, maxBytes: Int) {
        self.questions = questions
        self.maxImages = maxImages
        self.maxBytes = maxBytes
        length = Self.opening.utf8.count + Self.closing.utf8.count
    }

    /// The whole body.
    var body: HTTPBody {
        var body = HTTPBody(Array(Self.opening.utf8))
        for (index, entry) in entries.enumerated() {
            if index > 0 { body.append([UInt8(ascii: ",")]) }
            body.append(entry.body)
        }
        body.append(Array(Self.closing.utf8))
        return body
    }

    /// Takes one more image in; false, and nothing changed, where it has no room beside those that are there.
    ///
    /// An empty batch takes any image of up to `maxPictureBytes`.
    ///
    /// - Parameter recipes: what is asked of this image, of what the backend answers.
    package mutating func append(_ content: ImageContent, asking recipes: [Recipe]) -> Bool {
        let asked = questions.filter { recipes.contains($0.recipe) }
        let (head, picture, tail) = parts(of: content)
        var body = HTTPBody(Array(head.utf8))
        if let picture { body.append(base64: picture.bytes) }
        body.append(Array(tail.utf8) + FeatureText(asked).bytes + [UInt8(ascii: "}")])
        let entry = Entry(
            body: body, recipes: asked.map(\.recipe), readsSymbols: asked.contains { $0.feature.symbols },
            sent: picture?.size, placement: picture?.placement)
        let needed = length(with: entry)
        guard count < maxImages, needed <= (entries.isEmpty ? Self.maxBodyBytes : maxBytes) else { return false }
        entries.append(entry)
        length = needed
        return true
    }

    /// Some of the entries as a batch of their own.
    package func slice(_ indexes: Range<Int>) -> RequestBatch {
        var part = RequestBatch(questions, maxImages: maxImages, maxBytes: maxBytes)
        for entry in entries[indexes] {
            part.length = part.length(with: entry)
            part.entries.append(entry)
        }
        return part
    }

    /// How many bytes the body has with another entry.
    private func length(with entry: Entry) -> Int { length + entry.body.count + (entries.isEmpty ? 0 : 1) }

    private static let opening = "{\"requests\":["
    private static let closing = "]}"
    /// No entry has fewer bytes.
    private static let smallestEntry = 64
}

/// What an entry begins with, `{"image":{...}`: text, a picture's file in base 64, text.
private func parts(of content: ImageContent) -> (head: String, picture: EncodedImage?, tail: String) {
    switch content {
    case .picture(let picture): ("{\"image\":{\"content\":\"", picture, "\"}")
    case .reference(let uri): ("{\"image\":{\"source\":{\"gcsImageUri\":\(jsonString(uri))", nil, "}}")
    }
}
