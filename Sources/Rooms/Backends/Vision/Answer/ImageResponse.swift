internal import JSON
internal import Vocabulary

/// What the service says of one image: AnnotateImageResponse of `image_annotator.proto`, in the form of REST or in that
/// of a relay, which fills defaults in, widens floats and may number enums.
struct ImageResponse {
    /// The message itself, or a bare list of annotations of the one kind that was asked for.
    private let node: JSONNode
    /// Why some or all was not answered.
    let error: RPCStatus?

    /// A response; nil for what can be none.
    ///
    /// - Parameter recipes: what was asked: a bare list is of that kind, where there is one kind only.
    init?(_ node: JSONNode, asking recipes: [Recipe]) {
        guard node.isObject || (node.isArray && recipes.count == 1 && recipes[0].feature.isAnsweredByList) else {
            return nil
        }
        self.node = node
        error = node["error"].flatMap { RPCStatus($0) }
    }

    /// What was answered; beside an error that is only what is there: the API guarantees what is filled in to be right.
    func answers(to recipes: [Recipe], in frame: Frame) -> [Answer] {
        var answers: [Answer] = []
        for recipe in recipes {
            let answer = Answer(recipe: recipe, annotations: annotations(of: recipe.feature, frame))
            if error == nil || !answer.annotations.isEmpty { answers.append(answer) }
        }
        return answers
    }

    private func annotations(of feature: FeatureType, _ frame: Frame) -> [Annotation] {
        switch feature {
        case .faceDetection: faces(items("faceAnnotations"), frame)
        case .landmarkDetection: entities(items("landmarkAnnotations"), .landmark, frame)
        case .logoDetection: entities(items("logoAnnotations"), .logo, frame)
        case .labelDetection: entities(items("labelAnnotations"), .label, frame)
        case .textDetection, .documentTextDetection:
            texts(node["fullTextAnnotation"], pieces: items("textAnnotations"), frame)
        case .safeSearchDetection: safeSearch(node["safeSearchAnnotation"])
        case .imageProperties: colors(node["imagePropertiesAnnotation"])
        case .cropHints: cropHints(node["cropHintsAnnotation"], frame)
        case .webDetection: web(node["webDetection"])
        case .productSearch: products(node["productSearchResults"], frame)
        case .objectLocalization: objects(items("localizedObjectAnnotations"), frame)
        }
    }

    private func items(_ name: String) -> [JSONNode] { node.isArray ? node.objects : node[name]?.objects ?? [] }
}

extension FeatureType {
    /// Whether the answer is a list of annotations, and not a message of its own.
    fileprivate var isAnsweredByList: Bool {
        switch self {
        case .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .textDetection,
            .documentTextDetection, .objectLocalization:
            true
        case .safeSearchDetection, .imageProperties, .cropHints, .webDetection, .productSearch: false
        }
    }
}
