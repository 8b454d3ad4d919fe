internal import Crypto
package import Domain
internal import Platform
internal import Text

/// What was seen in pictures as tasks of Label Studio, with the labelling configuration that they need.
package struct LabelStudioDocument: Sendable {
    /// What the address of a picture on this machine begins with.
    private let imageRoot: String
    private let minScore: Float?
    /// The labels of boxes, of polygons and of whole pictures, as far as tasks have them.
    private var boxes: Set<String> = []
    private var polygons: Set<String> = []
    private var choices: Set<String> = []
    private var hasText = false

    /// Things that have no area within their picture.
    package private(set) var withoutArea = 0

    /// Tasks of one job.
    ///
    /// - Parameters:
    ///   - imageRoot: what the path of a picture stands behind; nil: as Label Studio serves files of its machine.
    ///   - minScore: the lowest score of what is written; nil: any.
    package init(imageRoot: String?, minScore: Float?) {
        self.imageRoot = imageRoot ?? "/data/local-files/?d="
        self.minScore = minScore
    }

    /// Classes that the configuration lists.
    package var classCount: Int { boxes.union(polygons).union(choices).count }

    /// The task of a picture.
    ///
    /// What machines answered are predictions, one for each model; corrections are an annotation.
    package mutating func task(_ image: ShownImage, name: String, size: Size, answers: [ShownAnswer]) -> [UInt8] {
        var models: [String] = []
        var results: [String: [TaskResult]] = [:]
        for answer in answers {
            let model = answer.recipe.isPerson ? "" : "\(answer.recipe.backend) \(answer.recipe.model)"
            if results[model] == nil { models.append(model) }
            results[model, default: []] += self.results(of: answer, size)
        }
        let address = image.name.isAddress ? name : imageRoot + percentEncoded(Array(name.utf8), keeping: "-._~/")
        var json = JSONBuilder()
        json.object { json in
            json.object("data") { json in
                json.add("image", plain(address))
                json.add("path", plain(name))
                json.add("image_id", image.id.value)
                json.add("digest", image.key.digest.hex)
                json.add("kind", image.key.kind.rawValue)
            }
            if let own = results[""] {
                json.array("annotations") { json in
                    json.object { json in add(own, to: &json) }
                }
            }
            json.array("predictions") { json in
                for model in models where !model.isEmpty {
                    json.object { json in
                        json.add("model_version", plain(model))
                        let scores = results[model, default: []].compactMap(\.score)
                        if !scores.isEmpty, scores.allSatisfy({ (0...1).contains($0) }) {
                            json.add("score", scores.reduce(0, +) / Float(scores.count))
                        }
                        add(results[model, default: []], to: &json)
                    }
                }
            }
        }
        return json.bytes.withEscapedLineSeparators
    }

    /// The configuration: it lists every label, since one that is missing makes Label Studio refuse the predictions.
    package var configuration: [UInt8] {
        func control(_ open: String, _ item: String, _ labels: Set<String>) -> String {
            guard !labels.isEmpty else { return "" }
            let items = labels.sorted().map { "<\(item) value=\"\(Markup.escaped($0))\"/>" }.joined()
            return "<\(open) toName=\"image\">\(items)</\(open.prefix { $0 != " " })>\n"
        }
        let isEmpty = boxes.isEmpty && polygons.isEmpty && choices.isEmpty
        let text = """
            <Rectangle name="bbox" toName="image"/>
            <TextArea name="transcription" toName="image" perRegion="true" editable="true"/>

            """
        let view =
            "<View><Image name=\"image\" value=\"$image\"/>\n"
            + control("RectangleLabels name=\"box\"", "Label", boxes)
            + control("PolygonLabels name=\"polygon\"", "Label", polygons)
            + control("Choices name=\"labels\" choice=\"multiple\"", "Choice", choices)
            + (hasText || isEmpty ? text : "") + "</View>\n"
        return Array(view.utf8)
    }

    /// One result of an annotation, or two of one region.
    private struct TaskResult {
        let json: [UInt8]
        let score: Float?
    }

    private func add(_ results: [TaskResult], to json: inout JSONBuilder) {
        json.array("result") { json in
            for result in results { json.add(nil, json: result.json) }
        }
    }

    private mutating func results(of answer: ShownAnswer, _ size: Size) -> [TaskResult] {
        var results: [TaskResult] = []
        let labels = answer.annotations.filter {
            $0.kind == .label && !$0.description.isEmpty && $0.reaches(minScore)
        }.map(\.description)
        if !labels.isEmpty {
            let names = labels.map(plain)
            choices.formUnion(names)
            results.append(
                result("l\(answer.annotationID(at: 0))", "choices", "labels", nil, nil) { json in
                    json.array("choices") { json in names.forEach { json.add(nil, $0) } }
                })
        }
        let level = answer.annotations.textLevel
        for (index, annotation) in answer.annotations.enumerated() where annotation.reaches(minScore) {
            let id = answer.annotationID(at: index)
            if annotation.kind == .text, annotation.level == level, !annotation.description.isEmpty {
                results += text(annotation, id: id, size)
            } else if annotation.kind != .segment, let known = CocoClass(annotation) {
                guard let region = region(annotation, plain(known.name), id: id, size) else {
                    withoutArea += 1
                    continue
                }
                results.append(region)
            }
        }
        return results
    }

    /// A thing: a box, or a polygon unless it is an upright rectangle.
    private mutating func region(_ annotation: Annotation, _ name: String, id: Int64, _ size: Size) -> TaskResult? {
        let points = PolygonClip.clipped(annotation.polygon, to: size)
        guard let box = PixelBox(around: points, in: size), box.width >= 0.005, box.height >= 0.005,
            PolygonClip.area(points) >= 0.005
        else { return nil }
        if points.isUprightBox {
            boxes.insert(name)
            return result("a\(id)", "rectanglelabels", "box", annotation.score, size) { json in
                add(LabelStudioBox(box), in: size, to: &json)
                json.array("rectanglelabels") { $0.add(nil, name) }
            }
        }
        polygons.insert(name)
        return result("a\(id)", "polygonlabels", "polygon", annotation.score, size) { json in
            json.array("points") { json in
                for point in points {
                    json.array { json in
                        json.add(nil, json: percent(point.x, of: size.width))
                        json.add(nil, json: percent(point.y, of: size.height))
                    }
                }
            }
            json.add("closed", true)
            json.array("polygonlabels") { $0.add(nil, name) }
        }
    }

    /// A text: a rectangle and what stands in it, two results of one name.
    private mutating func text(_ annotation: Annotation, id: Int64, _ size: Size) -> [TaskResult] {
        guard let box = LabelStudioBox(annotation.polygon, in: size) else { return [] }
        hasText = true
        return [
            result("t\(id)", "rectangle", "bbox", nil, size) { add(box, in: size, to: &$0) },
            result("t\(id)", "textarea", "transcription", annotation.score, size) { json in
                add(box, in: size, to: &json)
                json.array("text") { $0.add(nil, plain(annotation.description)) }
            },
        ]
    }

    private func result(
        _ id: String, _ type: String, _ control: String, _ score: Float?, _ size: Size?,
        _ value: (inout JSONBuilder) -> Void
    ) -> TaskResult {
        var json = JSONBuilder()
        let share = score.flatMap { (0...1).contains($0) ? $0 : nil }
        json.object { json in
            json.add("id", id)
            json.add("type", type)
            json.add("from_name", control)
            json.add("to_name", "image")
            if let size {
                json.add("original_width", size.width)
                json.add("original_height", size.height)
                json.add("image_rotation", 0)
            }
            if let share { json.add("score", share) }
            json.object("value", value)
        }
        return TaskResult(json: json.bytes, score: score)
    }

    private func add(_ box: LabelStudioBox, in size: Size, to json: inout JSONBuilder) {
        json.add("x", json: percent(box.left, of: size.width))
        json.add("y", json: percent(box.top, of: size.height))
        json.add("width", json: percent(box.width, of: size.width))
        json.add("height", json: percent(box.height, of: size.height))
        json.add("rotation", json: Array(Markup.pixels(box.rotation).utf8))
    }

    private func percent(_ pixels: Double, of whole: Int) -> [UInt8] {
        let value = pixels / Double(whole) * 100
        return Array(decimal(millionths: Int64((value * 10_000).rounded()) * 100).utf8)
    }

    /// A text without U+0000, which databases of Label Studio do not take.
    private func plain(_ text: String) -> String { text.replacing("\0", with: "\u{FFFD}") }
}
