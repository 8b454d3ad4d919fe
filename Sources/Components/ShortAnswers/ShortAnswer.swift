package import JSON
package import Domain

/// What one JSON object says is in a picture.
package struct ShortAnswer: Sendable {
    /// The annotations of each feature that the object has a list for, in the order of the lists, which is the rank.
    package let annotations: [FeatureType: [Annotation]]
    /// The object itself, for the members that the caller reads.
    package let root: JSONNode

    /// The member `Generations.key` of the object, where the reader was told to leave it to its caller.
    package func generations() throws(AnswerRefusals) -> Generations {
        var fields = AnswerFields([:])
        let generations = Generations(root[Generations.key], &fields)
        if fields.refusals.count > 0 { throw fields.refusals }
        return generations
    }
}

/// A list of a short answer.
package enum ShortAnswerList: String, CaseIterable, Sendable {
    case labels, objects, texts, landmarks, captions, embeddings

    /// The features whose annotations stand in it, the one that is taken before others first.
    package var features: [FeatureType] {
        switch self {
        case .labels: [.labelDetection]
        case .objects: [.objectLocalization]
        case .texts: [.documentTextDetection, .textDetection]
        case .landmarks: [.landmarkDetection]
        case .captions: [.caption]
        case .embeddings: [.imageEmbedding]
        }
    }

    /// The list of a feature; nil of one that no list has.
    package init?(_ feature: FeatureType) {
        guard let list = ShortAnswerList.allCases.first(where: { $0.features.contains(feature) }) else { return nil }
        self = list
    }

    /// The most elements.
    var maxCount: Int {
        switch self {
        case .labels, .objects: 10_000
        case .texts: 100_000
        case .landmarks: 1000
        case .captions: 100
        case .embeddings: 16
        }
    }
}
