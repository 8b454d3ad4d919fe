/// One thing that a backend saw in an image.
package struct Annotation: Equatable, Sendable {
    /// The kinds that exist; some have a view of their own, the rest is in `annotations`.
    package enum Kind: String, Sendable, CaseIterable {
        case label, landmark, logo, face, object, text
        /// One of SafeSearch's categories, `adult`; its likelihood is an attribute.
        case safeSearch
        /// A dominant color, `#d0a070`.
        case color
        case cropHint
        /// Of web detection: an entity, a picture elsewhere, a page that shows it, a best guess.
        case webEntity, webImage, webPage, webLabel
        case product
        /// What a picture is in a model's own numbers, float32 in `blob`; its norm and dimension are attributes.
        case embedding
        /// The pixels of one class, a mask of runs in `blob`; its share of the picture is an attribute.
        case segment
        /// A model's output as it is, its bytes in `blob`; its name, type and shape are attributes.
        case tensor
        /// A sentence about the picture, which stands in `description`.
        case caption

        /// Whether its annotations have a blob.
        package var hasBlob: Bool { self == .embedding || self == .segment || self == .tensor }
    }

    /// The levels of recognized text, each inside the one before.
    package enum TextLevel: String, Sendable, CaseIterable {
        case page, block, paragraph, line, word, symbol
    }

    /// What it is.
    package var kind: Kind
    /// Its place among its kind in the answer, from 0, best first; of text its place in reading order.
    package var rank: Int
    /// The words: `lighthouse`; the text itself; empty where there are none.
    package var description: String
    /// The machine-generated entity id, where the model has them: `/m/04h7h`.
    package var mid: String?
    /// Confidence, 0...1, as the model's own 32-bit value; of an embedding its norm, of a segment its share.
    package var score: Float?
    /// How much the label is about the picture, 0...1.
    package var topicality: Float?
    /// The language of the words, as a BCP-47 tag.
    package var locale: String?
    /// The corners in pixels of the upright original, empty where the annotation is of the whole picture.
    package var polygon: [Point]
    /// Where the landmark is; several where Vision says so (the place shown, the place photographed).
    package var locations: [Coordinate] = []
    /// The level of recognized text; nil for every other kind.
    package var level: TextLevel?
    /// How a line of text goes on in the next one; nil where nothing says so, and for everything else.
    package var lineEnd: LineEnd?
    /// The text element this one lies in, by its place in the answer's annotations, which is before this one's.
    package var parent: Int?
    /// All that has no column, as a JSON object: `{"likelihood":"UNLIKELY"}`.
    package var attributes: String?
    /// An embedding's numbers, a segment's mask, a tensor's bytes; `Schema/README.md` says how each is laid out.
    package var blob: [UInt8]?

    /// An annotation.
    package init(
        kind: Kind, rank: Int, description: String, mid: String? = nil, score: Float? = nil, polygon: [Point] = [],
        attributes: String? = nil
    ) {
        self.kind = kind
        self.rank = rank
        self.description = description
        self.mid = mid
        self.score = score
        self.polygon = polygon
        self.attributes = attributes
    }
}

/// A place on the earth, in degrees (WGS 84).
package struct Coordinate: Equatable, Sendable {
    /// Degrees north, -90...90.
    package var latitude: Double
    /// Degrees east, -180...180.
    package var longitude: Double

    /// A place.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The answer to one work key.
package struct Answer: Equatable, Sendable {
    /// The most annotations that one answer may have; their places are numbered in 20 bits.
    package static let maxAnnotations = 1_048_575

    /// The most bytes that the blobs of one answer may have together.
    package static let maxBlobBytes = 16_000_000

    /// The recipe that was asked.
    package var recipe: Recipe
    /// What was seen, best first; text in reading order, each element after the one it lies in.
    package var annotations: [Annotation]
    /// Whether the response that is kept has symbols of text that are not among the annotations.
    package var lacksSymbols = false

    /// An answer.
    package init(recipe: Recipe, annotations: [Annotation]) {
        self.recipe = recipe
        self.annotations = annotations
    }

    /// The bytes of all blobs.
    package var blobBytes: Int {
        // A span lends its elements, where an array gives copies whose parts are all counted.
        let all = annotations.span
        var bytes = 0
        for index in all.indices { bytes += all[index].blob?.count ?? 0 }
        return bytes
    }

    /// Whether it is more than can be kept.
    package var isTooLarge: Bool {
        annotations.count > Answer.maxAnnotations || blobBytes > Answer.maxBlobBytes
    }
}

/// The raw response to all that was asked of one image at once, kept so that annotations can be read from it again.
package struct RawResponse: Equatable, Sendable {
    /// The bytes as they came: a service's JSON for this image; a local model's output tensors, one behind the other.
    package var bytes: [UInt8]
    /// The size of the picture that was sent, upright; nil where it went by reference, or where nothing was sent.
    package var sent: Size?

    /// A response.
    package init(bytes: [UInt8], sent: Size? = nil) {
        self.bytes = bytes
        self.sent = sent
    }
}
