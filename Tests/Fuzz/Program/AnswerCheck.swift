import Domain

/// Holds what was read against what there was to read.
///
/// For this, pictures are sent at their own size of one pixel: every coordinate stays the number that was written.
struct AnswerCheck {
    /// The texts and the numbers of a document.
    private var texts: Set<String> = []
    private var letters: Set<Unicode.Scalar> = [" ", "\n", "-"]
    private var floats: Set<Float> = [0]
    private var doubles: Set<Double> = [0]

    init(_ document: Tree) { collect(document) }

    private mutating func collect(_ tree: Tree) {
        switch tree {
        case .null, .bool: break
        case .number(let digits): note(digits)
        case .string(let text):
            texts.insert(text)
            letters.formUnion(text.unicodeScalars)
            note(text)
            // A relay may send its whole answer as text.
            if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                let inner = StrictJSON.read(Array(text.utf8))
            {
                collect(inner)
            }
        case .list(let items): for item in items { collect(item) }
        case .object(let members): for member in members { collect(member.value) }
        }
    }

    private mutating func note(_ digits: String) {
        guard let value = Double(digits), value.isFinite else { return }
        texts.insert(digits)
        if let whole = Int(exactly: value) { texts.insert(String(whole)) }
        // A 64-bit number has more digits than a double, and may be written with zeroes before it.
        if let whole = UInt64(digits) { texts.insert(String(whole)) }
        doubles.insert(value)
        let float = Float(value)
        if float.isFinite { floats.insert(float) }
    }

    /// What is in some answers and was not in the document; nil where there is nothing of the kind.
    func surplus(in answers: [Answer]) -> String? {
        for answer in answers {
            for (place, annotation) in answer.annotations.enumerated() {
                if let found = surplus(in: annotation, place) { return "\(annotation.kind): \(found)" }
            }
        }
        return nil
    }

    private func surplus(in annotation: Annotation, _ place: Int) -> String? {
        let description = annotation.description
        switch annotation.kind {
        case .safeSearch, .color: break
        case .text:
            if !description.unicodeScalars.allSatisfy(letters.contains) { return "the text \(description)" }
        default: if !description.isEmpty, !texts.contains(description) { return "the description \(description)" }
        }
        for text in [annotation.mid, annotation.locale].compactMap(\.self) where !texts.contains(text) {
            return "the text \(text)"
        }
        // A line's sureness and corners are worked out from its words; TextLineTests and LineRectangleTests hold them.
        if annotation.level == .line { return annotation.parent.flatMap { $0 >= place ? "the parent \($0)" : nil } }
        for number in [annotation.score, annotation.topicality].compactMap(\.self) where !floats.contains(number) {
            return "the number \(number)"
        }
        for point in annotation.polygon {
            for number in [point.x, point.y] where !floats.contains(Float(number)) { return "the corner \(number)" }
        }
        for place in annotation.locations {
            for number in [place.latitude, place.longitude] where !doubles.contains(number) {
                return "the degrees \(number)"
            }
        }
        if let parent = annotation.parent, parent >= place { return "the parent \(parent)" }
        guard let attributes = annotation.attributes else { return nil }
        guard let tree = StrictJSON.read(Array(attributes.utf8)) else { return "attributes that are not JSON" }
        return surplus(in: tree)
    }

    private func surplus(in tree: Tree) -> String? {
        switch tree {
        case .null, .bool: return nil
        case .number(let digits):
            guard let value = Double(digits), value.isFinite else { return "the number \(digits)" }
            return floats.contains(Float(value)) || doubles.contains(value) ? nil : "the number \(digits)"
        case .string(let text):
            return text.isEmpty || texts.contains(text) || AnswerCheck.names.contains(text) ? nil : "the text \(text)"
        case .list(let items): return items.lazy.compactMap { surplus(in: $0) }.first
        case .object(let members): return members.lazy.compactMap { surplus(in: $0.value) }.first
        }
    }

    /// What the program itself may say: names of enums that came as numbers, and which list a picture was in.
    private static let names: Set<String> = Set(
        Schema.likelihoods + [
            "full", "partial", "similar", "SPACE", "SURE_SPACE", "EOL_SURE_SPACE", "HYPHEN", "LINE_BREAK", "TEXT",
            "TABLE", "PICTURE", "RULER", "BARCODE",
        ] + landmarks)

    private static let landmarks = [
        "UNKNOWN_LANDMARK", "LEFT_EYE", "RIGHT_EYE", "LEFT_OF_LEFT_EYEBROW", "RIGHT_OF_LEFT_EYEBROW",
        "LEFT_OF_RIGHT_EYEBROW", "RIGHT_OF_RIGHT_EYEBROW", "MIDPOINT_BETWEEN_EYES", "NOSE_TIP", "UPPER_LIP",
        "LOWER_LIP", "MOUTH_LEFT", "MOUTH_RIGHT", "MOUTH_CENTER", "NOSE_BOTTOM_RIGHT", "NOSE_BOTTOM_LEFT",
        "NOSE_BOTTOM_CENTER", "LEFT_EYE_TOP_BOUNDARY", "LEFT_EYE_RIGHT_CORNER", "LEFT_EYE_BOTTOM_BOUNDARY",
        "LEFT_EYE_LEFT_CORNER", "RIGHT_EYE_TOP_BOUNDARY", "RIGHT_EYE_RIGHT_CORNER", "RIGHT_EYE_BOTTOM_BOUNDARY",
        "RIGHT_EYE_LEFT_CORNER", "LEFT_EYEBROW_UPPER_MIDPOINT", "RIGHT_EYEBROW_UPPER_MIDPOINT", "LEFT_EAR_TRAGION",
        "RIGHT_EAR_TRAGION", "LEFT_EYE_PUPIL", "RIGHT_EYE_PUPIL", "FOREHEAD_GLABELLA", "CHIN_GNATHION",
        "CHIN_LEFT_GONION", "CHIN_RIGHT_GONION", "LEFT_CHEEK_CENTER", "RIGHT_CHEEK_CENTER",
    ]

    /// The first text or number that was written and is nowhere in some answers; nil where all are.
    static func missing(from answers: [Answer], of message: Message) -> String? {
        var found = AnswerCheck(.null)
        var whole = ""
        for annotation in answers.flatMap(\.annotations) {
            found.take(annotation)
            if annotation.kind == .text { whole += annotation.description + "\n" }
        }
        for text in message.texts where !found.texts.contains(text) && !whole.contains(text) {
            return "the text \(text)"
        }
        for number in message.numbers
        where !found.doubles.contains(number) && !found.floats.contains(Float(number)) {
            return "the number \(number)"
        }
        return nil
    }

    private mutating func take(_ annotation: Annotation) {
        texts.formUnion([annotation.description] + [annotation.mid, annotation.locale].compactMap(\.self))
        floats.formUnion([annotation.score, annotation.topicality].compactMap(\.self))
        for point in annotation.polygon { floats.formUnion([Float(point.x), Float(point.y)]) }
        for place in annotation.locations { doubles.formUnion([place.latitude, place.longitude]) }
        if let attributes = annotation.attributes.flatMap({ StrictJSON.read(Array($0.utf8)) }) { collect(attributes) }
    }
}
