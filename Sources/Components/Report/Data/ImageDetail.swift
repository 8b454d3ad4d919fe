package import Domain

/// What the page shows of one image when it is opened.
package struct ImageDetail: Sendable {
    /// The JSON object.
    package let json: [UInt8]
    /// All texts in the image as they are read; empty where it has none.
    package let text: String

    /// The detail of an image.
    package init(answers: [ShownAnswer], attempts: [ShownAttempt]) {
        let shown = answers.withOneText
        let text = Self.text(of: shown)
        self.text = Self.text(of: answers)
        var json = JSONBuilder()
        json.object { json in
            json.array("a") { json in
                for answer in answers {
                    for (place, annotation) in answer.annotations.enumerated()
                    where annotation.kind != .text && !annotation.kind.isOfNumbers {
                        Self.add(annotation, answer.annotationID(at: place), answer.recipe, to: &json)
                    }
                }
            }
            let lines = shown.flatMap { DrawnLines.lines(of: $0) }
            if !lines.isEmpty { json.array("l") { json in for line in lines { Self.add(line, to: &json) } } }
            if !text.isEmpty { json.add("t", text) }
            Self.addMasks(of: answers, to: &json)
            json.array("r") { json in
                for answer in answers {
                    json.array { json in
                        json.add(nil, answer.recipe.feature.rawValue)
                        json.add(nil, answer.recipe.isPerson ? "person" : answer.recipe.backend)
                        json.add(nil, answer.recipe.model)
                        json.add(nil, answer.annotatedAt.iso8601)
                    }
                }
            }
            json.array("n") { json in for attempt in attempts { Self.add(attempt, to: &json) } }
        }
        self.json = json.bytes
    }

    private static func text(of answers: [ShownAnswer]) -> String {
        answers.map { $0.passages.joined(separator: "\n") }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func add(
        _ annotation: Annotation, _ id: Int64, _ recipe: ShownRecipe, to json: inout JSONBuilder
    ) {
        json.array { json in
            json.add(nil, id)
            json.add(nil, annotation.kind.rawValue)
            json.add(nil, annotation.description)
            json.add(nil, annotation.score)
            json.add(nil, annotation.mid)
            json.array { json in
                for point in DrawnShape(annotation)?.corners ?? [] {
                    json.add(pixels: point.x)
                    json.add(pixels: point.y)
                }
            }
            json.add(nil, recipe.feature.rawValue)
            json.array { json in
                for (point, isLeft) in annotation.kind == .face ? FacePoints.points(of: annotation.attributes) : [] {
                    json.add(pixels: point.x)
                    json.add(pixels: point.y)
                    json.add(nil, isLeft ? 1 : 0)
                }
            }
            let hasNote = annotation.kind != .face && annotation.kind != .segment
            json.add(nil, hasNote ? annotation.attributes : nil)
            json.array { json in
                for place in annotation.locations {
                    json.add(nil, place.latitude)
                    json.add(nil, place.longitude)
                }
            }
        }
    }

    private static func add(_ line: DrawnLine, to json: inout JSONBuilder) {
        json.array { json in
            json.add(nil, line.text)
            for value in [line.origin.x, line.origin.y] { json.add(pixels: value) }
            for value in [line.direction.x, line.direction.y] { json.add(nil, (value * 1e6).rounded() / 1e6) }
            for value in [line.length, line.height] { json.add(pixels: value) }
        }
    }

    private static func addMasks(of answers: [ShownAnswer], to json: inout JSONBuilder) {
        let segments = answers.flatMap(\.annotations).filter { $0.kind == .segment }
        let masks = segments.enumerated().compactMap { index, segment in
            MaskPicture(segment, color: maskColors[index % maskColors.count])
        }
        guard !masks.isEmpty else { return }
        json.array("m") { json in
            for mask in masks {
                json.array { json in
                    json.add(nil, mask.address)
                    for value in [mask.x, mask.y, mask.width, mask.height] { json.add(pixels: value) }
                }
            }
        }
    }

    private static func add(_ attempt: ShownAttempt, to json: inout JSONBuilder) {
        json.array { json in
            json.add(nil, attempt.startedAt.iso8601)
            json.add(nil, attempt.outcome)
            json.add(nil, attempt.code)
            json.add(nil, attempt.message)
            json.add(nil, dollars(attempt.maxMicroDollars))
        }
    }
}
