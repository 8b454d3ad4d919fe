internal import JSON
internal import Text
internal import Domain

extension AnswerFields {
    /// The annotations of a list, ranked by their order.
    mutating func list(_ node: JSONNode, _ list: ShortAnswerList) -> [Annotation] {
        guard node.isArray else {
            refuse(node, expected: "a list")
            return []
        }
        let elements = node.elements
        guard elements.count <= list.maxCount else {
            refuse(node, "\(HumanFormat.grouped(list.maxCount)) at most, \(HumanFormat.grouped(elements.count)) found")
            return []
        }
        var annotations: [Annotation] = []
        for (rank, element) in elements.enumerated() {
            let annotation =
                switch list {
                case .labels: label(element, rank)
                case .objects: object(element, rank)
                case .texts: text(element, rank)
                case .landmarks: landmark(element, rank)
                case .captions: caption(element, rank)
                case .embeddings: embedding(element, rank)
                }
            if let annotation { annotations.append(annotation) }
        }
        return annotations
    }

    private mutating func label(_ node: JSONNode, _ rank: Int) -> Annotation? {
        if node.string != nil {
            return name(node, maxBytes: maxDescription).map { Annotation(kind: .label, rank: rank, description: $0) }
        }
        return named(.label, node, rank, known: ["description", "score", "mid"])?.annotation
    }

    private mutating func object(_ node: JSONNode, _ rank: Int) -> Annotation? {
        named(.object, node, rank, known: ["description", "box", "polygon", "score", "mid"], corners: true)?.annotation
    }

    private mutating func landmark(_ node: JSONNode, _ rank: Int) -> Annotation? {
        let known = ["description", "score", "mid", "locations", "box", "polygon"]
        guard let found = named(.landmark, node, rank, known: known) else { return nil }
        var annotation = found.annotation
        if let places = found.members["locations"] { annotation.locations = locations(places) }
        return annotation
    }

    /// An element that has a description; nil where it is none.
    private mutating func named(
        _ kind: Annotation.Kind, _ node: JSONNode, _ rank: Int, known: [String], corners areRequired: Bool = false
    ) -> (annotation: Annotation, members: [String: JSONNode])? {
        guard let members = object(node, known: known, required: "description") else { return nil }
        let description = members["description"].flatMap { name($0, maxBytes: maxDescription) }
        var annotation = Annotation(kind: kind, rank: rank, description: description ?? "")
        annotation.score = members["score"].flatMap { score($0) }
        annotation.mid = members["mid"].flatMap { name($0, maxBytes: maxWord) }
        annotation.polygon = corners(
            of: node, box: members["box"], polygon: members["polygon"], areRequired: areRequired)
        return (annotation, members)
    }

    private mutating func text(_ node: JSONNode, _ rank: Int) -> Annotation? {
        var annotation = Annotation(kind: .text, rank: rank, description: "")
        annotation.level = .paragraph
        if node.string != nil {
            annotation.description = longText(node) ?? ""
            return annotation
        }
        let known = ["text", "box", "polygon", "level", "confidence", "locale"]
        guard let members = object(node, known: known, required: "text") else { return nil }
        annotation.description = members["text"].flatMap { longText($0) } ?? ""
        annotation.polygon = corners(of: node, box: members["box"], polygon: members["polygon"], areRequired: false)
        annotation.score = members["confidence"].flatMap { score($0) }
        annotation.locale = members["locale"].flatMap { name($0, maxBytes: maxWord) }
        if let given = members["level"], let level = level(given) { annotation.level = level }
        return annotation
    }

    private mutating func caption(_ node: JSONNode, _ rank: Int) -> Annotation? {
        var annotation = Annotation(kind: .caption, rank: rank, description: "")
        if node.string != nil {
            annotation.description = longText(node) ?? ""
            return annotation
        }
        guard let members = object(node, known: ["text", "score", "locale"], required: "text") else { return nil }
        annotation.description = members["text"].flatMap { longText($0) } ?? ""
        annotation.score = members["score"].flatMap { score($0) }
        annotation.locale = members["locale"].flatMap { name($0, maxBytes: maxWord) }
        return annotation
    }

    private mutating func embedding(_ node: JSONNode, _ rank: Int) -> Annotation? {
        guard let members = object(node, known: ["vector", "description"], required: "vector"),
            let vector = members["vector"].flatMap({ vector($0) })
        else { return nil }
        let given = members["description"].map { name($0, maxBytes: maxDescription) ?? "" }
        return Embedding(vector).annotation(rank: rank, name: given ?? "embedding")
    }

    private mutating func level(_ node: JSONNode) -> Annotation.TextLevel? {
        guard let word = node.string else {
            refuse(node, expected: "word, line or paragraph")
            return nil
        }
        let level = Annotation.TextLevel(rawValue: word)
        if let level, [.word, .line, .paragraph].contains(level) { return level }
        refuse(node, "\(jsonString(String(word.prefix(40)))): word, line or paragraph expected")
        return nil
    }

    /// The numbers of an embedding: as many as those before it have, as numbers of other lengths cannot be compared.
    private mutating func vector(_ node: JSONNode) -> [Float]? {
        guard node.isArray else {
            refuse(node, expected: "a list of numbers")
            return nil
        }
        let elements = node.elements
        guard (1...65_536).contains(elements.count) else {
            refuse(node, "1 to 65,536 numbers expected, \(HumanFormat.grouped(elements.count)) found")
            return nil
        }
        if let dimension, dimension != elements.count {
            refuse(
                node,
                "\(HumanFormat.count(elements.count, "number")), this recipe has \(HumanFormat.grouped(dimension))")
            return nil
        }
        dimension = elements.count
        let numbers = elements.compactMap { score($0) }
        return numbers.count == elements.count ? numbers : nil
    }

    /// The members of an element, of which one must be there.
    private mutating func object(_ node: JSONNode, known: [String], required: String) -> [String: JSONNode]? {
        guard node.isObject else {
            refuse(node, expected: "an object")
            return nil
        }
        let members = members(of: node, known: known)
        if members[required] == nil { refuse("\(node.path).\(required): missing") }
        return members
    }
}

/// The most bytes of a description.
let maxDescription = 1000
/// The most bytes of an entity's name or of a language tag.
private let maxWord = 200
