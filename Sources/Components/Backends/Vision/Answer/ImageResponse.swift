internal import JSON
internal import Domain
internal import Services

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
        let features = Set(recipes.map(\.feature))
        guard node.isObject || (node.isArray && features.count == 1 && features.allSatisfy(\.isAnsweredByList)) else {
            return nil
        }
        self.node = node
        error = node["error"].flatMap { RPCStatus($0) }
    }

    /// What was read of a response.
    struct ParsedImage {
        /// The answers that can be read.
        var answers: [Answer] = []
        /// The first value that no answer can have; nil where all is well.
        var malformed: MalformedValue?
    }

    /// What was answered; beside an error that is only what is there: the API guarantees what is filled in to be right.
    ///
    /// - Parameter symbols: whether the symbols of text are wanted.
    func reading(of recipes: [Recipe], in frame: Frame, symbols: Bool = false) -> ParsedImage {
        var reading = ParsedImage()
        if error == nil, let odd = node["error"], !odd.saysNothing {
            // It may be that nothing beside it holds.
            reading.malformed = MalformedValue(node: odd, expected: "an object")
            return reading
        }
        for recipe in recipes {
            do throws(MalformedValue) {
                let found = try content(of: recipe.feature, frame, symbols)
                var answer = Answer(recipe: recipe, annotations: found.annotations)
                answer.lacksSymbols = found.lacksSymbols
                if recipe.feature == .imageProperties, !recipes.contains(where: { $0.feature == .cropHints }) {
                    // The API also gives crop hints beside colors, without being asked and without a bill.
                    answer.annotations += (try? cropHints(node.message(at: "cropHintsAnnotation"), frame)) ?? []
                }
                if error == nil || !answer.annotations.isEmpty { reading.answers.append(answer) }
            } catch {
                reading.malformed = reading.malformed ?? error
            }
        }
        return reading
    }

    private func content(
        of feature: FeatureType, _ frame: Frame, _ symbols: Bool
    ) throws(MalformedValue) -> RecognizedText {
        switch feature {
        case .textDetection, .documentTextDetection:
            try texts(
                node.message(at: "fullTextAnnotation"), pieces: items("textAnnotations"), frame, readsSymbols: symbols)
        default: RecognizedText(annotations: try annotations(of: feature, frame))
        }
    }

    /// Everything but text.
    private func annotations(of feature: FeatureType, _ frame: Frame) throws(MalformedValue) -> [Annotation] {
        switch feature {
        case .faceDetection: try faces(items("faceAnnotations"), frame)
        case .landmarkDetection: try entities(items("landmarkAnnotations"), .landmark, frame)
        case .logoDetection: try entities(items("logoAnnotations"), .logo, frame)
        case .labelDetection: try entities(items("labelAnnotations"), .label, frame)
        case .textDetection, .documentTextDetection: []
        case .safeSearchDetection: try safeSearch(node.message(at: "safeSearchAnnotation"))
        case .imageProperties: try colors(node.message(at: "imagePropertiesAnnotation"))
        case .cropHints: try cropHints(node.message(at: "cropHintsAnnotation"), frame)
        case .webDetection: try web(node.message(at: "webDetection"))
        case .productSearch: try products(node.message(at: "productSearchResults"), frame)
        case .objectLocalization: try objects(items("localizedObjectAnnotations"), frame)
        case .imageEmbedding, .imageSegmentation, .rawTensors, .caption: []
        }
    }

    private func items(_ name: String) throws(MalformedValue) -> [JSONNode] {
        node.isArray ? node.objects : try node.messages(at: name)
    }
}

extension JSONNode {
    /// Whether it stands for an error where there is none: what relays make of an empty message.
    fileprivate var saysNothing: Bool { isObject || string != nil || isArray && elements.isEmpty }
}

extension FeatureType {
    /// Whether the answer is a list of annotations, and not a message of its own.
    fileprivate var isAnsweredByList: Bool {
        switch self {
        case .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .textDetection,
            .documentTextDetection, .objectLocalization:
            true
        case .safeSearchDetection, .imageProperties, .cropHints, .webDetection, .productSearch, .imageEmbedding,
            .imageSegmentation, .rawTensors, .caption:
            false
        }
    }
}
