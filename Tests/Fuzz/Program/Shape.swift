/// What a value of Vision's JSON may be.
indirect enum Shape: Sendable {
    case text
    /// A 64-bit number, which is text in JSON.
    case digits
    case float
    /// A number of degrees, and the most that it may be.
    case degrees(Double)
    case whole
    case flag
    case name([String])
    case list(Shape)
    case message([(name: String, shape: Shape)])
    /// One of two messages.
    case either(Shape, Shape)
}

/// The messages of google/cloud/vision/v1, as far as the program reads them.
///
/// From image_annotator.proto, geometry.proto, text_annotation.proto, web_detection.proto and product_search.proto.
enum Schema {
    /// The members of AnnotateImageResponse.
    static let features: [(name: String, shape: Shape)] = [
        ("faceAnnotations", .list(face)), ("landmarkAnnotations", .list(entity)), ("logoAnnotations", .list(entity)),
        ("labelAnnotations", .list(entity)), ("localizedObjectAnnotations", .list(object)),
        ("fullTextAnnotation", fullText), ("textAnnotations", .list(piece)), ("safeSearchAnnotation", safeSearch),
        ("imagePropertiesAnnotation", properties), ("cropHintsAnnotation", cropHints), ("webDetection", web),
        ("productSearchResults", products),
    ]

    /// Likelihood.
    static let likelihoods = ["UNKNOWN", "VERY_UNLIKELY", "UNLIKELY", "POSSIBLE", "LIKELY", "VERY_LIKELY"]
    private static let likelihood = Shape.name(likelihoods)

    private static let vertex = Shape.message([("x", .whole), ("y", .whole)])
    private static let normalizedVertex = Shape.message([("x", .float), ("y", .float)])
    private static let polygon = Shape.either(
        .message([("vertices", .list(vertex))]), .message([("normalizedVertices", .list(normalizedVertex))]))

    private static let face = Shape.message(
        [
            ("boundingPoly", polygon), ("fdBoundingPoly", .message([("vertices", .list(vertex))])),
            (
                "landmarks",
                .list(
                    .message([
                        ("type", .name(["UNKNOWN_LANDMARK", "LEFT_EYE", "RIGHT_EYE"])),
                        ("position", .message([("x", .float), ("y", .float), ("z", .float)])),
                    ]))
            ),
        ]
            + ["rollAngle", "panAngle", "tiltAngle", "landmarkingConfidence", "detectionConfidence"].map {
                ($0, .float)
            }
            + [
                "joyLikelihood", "sorrowLikelihood", "angerLikelihood", "surpriseLikelihood", "underExposedLikelihood",
                "blurredLikelihood", "headwearLikelihood",
            ].map { ($0, likelihood) })

    private static let entity = Shape.message([
        ("mid", .text), ("description", .text), ("score", .float), ("topicality", .float), ("confidence", .float),
        ("locale", .text), ("boundingPoly", polygon),
        (
            "locations",
            .list(.message([("latLng", .message([("latitude", .degrees(90)), ("longitude", .degrees(180))]))]))
        ),
        ("properties", .list(.message([("name", .text), ("value", .text), ("uint64Value", .digits)]))),
    ])

    private static let object = Shape.message([
        ("mid", .text), ("languageCode", .text), ("name", .text), ("score", .float), ("boundingPoly", polygon),
    ])

    private static let piece = Shape.message([("description", .text), ("boundingPoly", polygon)])

    private static let safeSearch = Shape.message(
        ["adult", "spoof", "medical", "violence", "racy"].map { ($0, likelihood) })

    private static let properties = Shape.message([
        (
            "dominantColors",
            .message([
                (
                    "colors",
                    .list(
                        .message([
                            (
                                "color",
                                .message([("red", .float), ("green", .float), ("blue", .float), ("alpha", .float)])
                            ), ("score", .float), ("pixelFraction", .float),
                        ]))
                )
            ])
        )
    ])

    private static let cropHints = Shape.message([
        (
            "cropHints",
            .list(.message([("boundingPoly", polygon), ("confidence", .float), ("importanceFraction", .float)]))
        )
    ])

    private static let webImages = Shape.list(.message([("url", .text), ("score", .float)]))
    private static let nestedImages = Shape.list(.message([("url", .text)]))
    private static let web = Shape.message([
        ("webEntities", .list(.message([("entityId", .text), ("score", .float), ("description", .text)]))),
        ("fullMatchingImages", webImages), ("partialMatchingImages", webImages), ("visuallySimilarImages", webImages),
        (
            "pagesWithMatchingImages",
            .list(
                .message([
                    ("url", .text), ("pageTitle", .text), ("score", .float), ("fullMatchingImages", nestedImages),
                    ("partialMatchingImages", nestedImages),
                ]))
        ),
        ("bestGuessLabels", .list(.message([("label", .text), ("languageCode", .text)]))),
    ])

    private static let product = Shape.message([
        (
            "product",
            .message([
                ("name", .text), ("displayName", .text), ("description", .text), ("productCategory", .text),
                ("productLabels", .list(.message([("key", .text), ("value", .text)]))),
            ])
        ), ("score", .float), ("image", .text),
    ])
    private static let products = Shape.message([
        ("results", .list(product)),
        (
            "productGroupedResults",
            .list(
                .message([
                    ("boundingPoly", polygon), ("results", .list(product)),
                    (
                        "objectAnnotations",
                        .list(
                            .message([("mid", .text), ("name", .text), ("languageCode", .text), ("score", .float)]))
                    ),
                ]))
        ),
    ])

    private static let language = Shape.message([("languageCode", .text), ("confidence", .float)])
    private static let property = Shape.message([("detectedLanguages", .list(language))])
    private static let symbol = Shape.message([
        ("text", .text),
        (
            "property",
            .message([
                (
                    "detectedBreak",
                    .message([
                        ("type", .name(["UNKNOWN", "SPACE", "SURE_SPACE", "EOL_SURE_SPACE", "HYPHEN", "LINE_BREAK"])),
                        ("isPrefix", .flag),
                    ])
                )
            ])
        ),
    ])
    private static func part(_ more: [(name: String, shape: Shape)]) -> Shape {
        .message([("property", property), ("boundingBox", polygon), ("confidence", .float)] + more)
    }
    private static let word = part([("symbols", .list(symbol))])
    private static let block = part([
        ("blockType", .name(["UNKNOWN", "TEXT", "TABLE"])), ("paragraphs", .list(part([("words", .list(word))]))),
    ])
    private static let page = Shape.message([
        ("property", property), ("width", .whole), ("height", .whole), ("confidence", .float), ("blocks", .list(block)),
    ])
    private static let fullText = Shape.message([("pages", .list(page))])
}
