package import Domain

/// The images of one request, in the bytes that are sent: a BatchAnnotateImagesRequest in JSON.
///
/// A value: one thread fills it with prepared images, another sends it.
package struct RequestBatch: ImageBatch {
    /// One image of the request.
    struct Entry: Sendable {
        /// Its bytes within the body: one AnnotateImageRequest.
        var range: Range<Int>
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
    package static let mostPictureBytes = 7_800_000
    /// The most bytes of a request's body that the API takes ("Request payload size exceeds the limit").
    static let mostBodyBytes = 10_485_760

    /// The entries, in order.
    private(set) var entries: [Entry] = []
    /// The whole body, at any time.
    private(set) var bytes: [UInt8]
    /// All that can be asked.
    private let questions: [FeatureQuery]
    /// The most images.
    let mostImages: Int
    /// The most bytes of the body as it is sent, where it holds several images.
    let mostBytes: Int

    /// How many images it holds.
    package var count: Int { entries.count }
    /// Whether there is room for no other image, however small.
    package var isFull: Bool { count >= mostImages || bytes.count + Self.smallestEntry > mostBytes }

    /// A batch without entries.
    init(_ questions: [FeatureQuery], mostImages: Int, mostBytes: Int) {
        self.questions = questions
        self.mostImages = mostImages
        self.mostBytes = mostBytes
        bytes = Array((Self.opening + Self.closing).utf8)
    }

    /// Takes one more image in; false, and nothing changed, where it has no room beside those that are there.
    ///
    /// An empty batch takes any image of up to `mostPictureBytes`.
    ///
    /// - Parameter recipes: what is asked of this image, of what the backend answers.
    package mutating func append(_ content: ImageContent, asking recipes: [Recipe]) -> Bool {
        let asked = questions.filter { recipes.contains($0.recipe) }
        let rest = FeatureText(asked).bytes
        let image = Image(content)
        let needed = bytes.count + image.count + rest.count + 2
        guard count < mostImages, needed <= (entries.isEmpty ? Self.mostBodyBytes : mostBytes) else { return false }
        open(for: needed)
        let start = bytes.count
        image.write(to: &bytes)
        bytes += rest
        bytes.append(UInt8(ascii: "}"))
        close(
            Entry(
                range: start..<bytes.count, recipes: asked.map(\.recipe),
                readsSymbols: asked.contains { $0.feature.symbols }, sent: image.picture?.size,
                placement: image.picture?.placement))
        return true
    }

    /// Some of the entries as a batch of their own.
    package func slice(_ places: Range<Int>) -> RequestBatch {
        var part = RequestBatch(questions, mostImages: mostImages, mostBytes: mostBytes)
        for entry in entries[places] {
            part.open(for: part.bytes.count + entry.range.count + 1)
            var moved = entry
            moved.range = part.bytes.count..<part.bytes.count + entry.range.count
            part.bytes += bytes[entry.range]
            part.close(moved)
        }
        return part
    }

    /// Makes the body ready for another entry.
    private mutating func open(for needed: Int) {
        // Twice as much at least, so that many small entries do not move the body each time.
        if needed > bytes.capacity { bytes.reserveCapacity(max(needed, bytes.capacity * 2)) }
        bytes.removeLast(Self.closing.utf8.count)
        if !entries.isEmpty { bytes.append(UInt8(ascii: ",")) }
    }

    /// Makes the body whole again.
    private mutating func close(_ entry: Entry) {
        entries.append(entry)
        bytes.append(contentsOf: Self.closing.utf8)
    }

    private static let opening = "{\"requests\":["
    private static let closing = "]}"
    /// No entry has fewer bytes.
    private static let smallestEntry = 64
}

/// The `{"image":{...}` that an entry begins with.
private struct Image {
    let head: String
    let tail: String
    let picture: EncodedImage?

    init(_ content: ImageContent) {
        switch content {
        case .picture(let picture):
            self.picture = picture
            head = "{\"image\":{\"content\":\""
            tail = "\"}"
        case .reference(let uri):
            picture = nil
            head = "{\"image\":{\"source\":{\"gcsImageUri\":\(quoted(uri))"
            tail = "}}"
        }
    }

    /// How many bytes it has.
    var count: Int { head.utf8.count + tail.utf8.count + [UInt8].base64Count(picture?.bytes.count ?? 0) }

    func write(to body: inout [UInt8]) {
        body.append(contentsOf: head.utf8)
        if let picture { body.append(base64: picture.bytes) }
        body.append(contentsOf: tail.utf8)
    }
}
