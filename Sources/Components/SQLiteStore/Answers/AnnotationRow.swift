internal import Domain

/// An annotation in the values that the store keeps, so that what is kept can be held against what is new.
struct AnnotationRow: Equatable {
    let kind: Annotation.Kind
    let rank: Int
    let description: String
    let mid: String?
    let score: Double?
    let topicality: Double?
    let locale: String?
    let level: String?
    /// The text element it lies in, by its place among the rows of its answer, which is before this one's.
    let parent: Int?
    let outline: PolygonText?
    let attributes: String?
    let blob: [UInt8]?
    let locations: [Coordinate]
    /// Its text as it is searched and read; nil where that of another element is.
    let passage: String?
}

extension AnnotationRow {
    /// The rows of an answer's annotations, in their order.
    static func rows(of annotations: [Annotation]) -> [AnnotationRow] {
        let passages = Dictionary(uniqueKeysWithValues: annotations.passages.map { ($0.index, $0.text) })
        return annotations.indices.map { index in
            AnnotationRow(annotations[index], at: index, among: annotations, passage: passages[index])
        }
    }

    private init(_ annotation: Annotation, at index: Int, among all: [Annotation], passage: String?) {
        kind = annotation.kind
        rank = annotation.keptRank
        description = annotation.description
        mid = annotation.keptMid
        score = annotation.score.flatMap(shortest)
        topicality = annotation.keptTopicality
        locale = annotation.locale
        level = annotation.keptLevel?.rawValue
        parent = annotation.keptParent(at: index, among: all)
        outline = PolygonText(annotation.polygon)
        attributes = annotation.attributes
        blob = annotation.keptBlob
        locations = annotation.keptLocations
        self.passage = passage
    }
}

/// What is kept of an annotation. What came over the wire is taken as far as it makes sense: one coordinate off the map
/// loses nothing but itself.
extension Annotation {
    /// The rank, which is never below 0.
    var keptRank: Int { max(0, rank) }
    /// The entity; an empty name is none, and running text names none.
    var keptMid: String? { isRunningText || mid?.isEmpty ?? true ? nil : mid }
    /// The level of a text; nothing else has one.
    var keptLevel: TextLevel? { kind == .text ? level : nil }
    /// The bytes of the kinds that have a blob, which may be none; nothing else has one.
    var keptBlob: [UInt8]? { kind.hasBlob ? blob ?? [] : nil }
    /// How much it is about the picture, which is never below 0; nil where nothing says so.
    var keptTopicality: Double? { topicality.flatMap { $0 >= 0 ? shortest($0) : nil } }
    /// The places that exist.
    var keptLocations: [Coordinate] { locations.isEmpty ? [] : locations.filter(\.isOnEarth) }

    /// The place of the text element it lies in; nil where that is not one before it.
    func keptParent(at index: Int, among all: [Annotation]) -> Int? {
        guard kind == .text, let parent, (0..<index).contains(parent), all[parent].kind == .text else { return nil }
        return parent
    }

    /// Whether its words are running text, which repeats too rarely for the dictionary.
    var isRunningText: Bool {
        if kind == .caption { return true }
        return switch keptLevel {
        case .page, .block, .paragraph, .line: true
        case .word, .symbol, nil: false
        }
    }

    /// Whether it has words and scores and nothing else, as labels have.
    var isPlain: Bool {
        kind != .text && kind != .caption && !kind.hasBlob && polygon.isEmpty && locale == nil && attributes == nil
            && locations.isEmpty
    }
}

extension Annotation.Kind {
    /// The number that stands for it in the store.
    var number: Int64 {
        switch self {
        case .label: 0
        case .landmark: 1
        case .logo: 2
        case .face: 3
        case .object: 4
        case .text: 5
        case .safeSearch: 6
        case .color: 7
        case .cropHint: 8
        case .webEntity: 9
        case .webImage: 10
        case .webPage: 11
        case .webLabel: 12
        case .product: 13
        case .embedding: 14
        case .segment: 15
        case .tensor: 16
        case .caption: 17
        }
    }

    /// The kind that a number stands for.
    init?(number: Int64) {
        guard let kind = Annotation.Kind.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}

extension Coordinate {
    /// Whether it is a place at all.
    fileprivate var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}

/// The shortest decimal that is this 32-bit value, as a double: 0.92, and not 0.9200000166893005; nil for what is not
/// number.
func shortest(_ score: Float) -> Double? {
    guard score.isFinite else { return nil }
    let exact = Double(score)
    // What is a score at all: as many digits behind the point as it takes, each step exact; writing and reading the
    // decimal takes twenty times as long.
    if exact >= 1.0 / 1024, exact <= 1 {
        var scale = 1.0
        for _ in 0..<9 {
            scale *= 10
            let decimal = (exact * scale).rounded() / scale
            if Float(decimal) == score { return decimal }
        }
    }
    return Double("\(score)")
}
