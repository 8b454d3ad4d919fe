internal import JSON
internal import Text
internal import Domain
internal import Glibc

/// Reads the results of Label Studio's annotations.
struct ResultReader {
    var fields: AnswerFields
    private let features: [FeatureType]
    /// What is read of one annotation.
    private var found: [FeatureType: [Annotation]] = [:]
    /// The corners of its rectangles, by the names of their regions: a text area names the region that it is the text
    /// of.
    private var regions: [String: [Point]] = [:]
    private var size: Size?

    init(_ features: [FeatureType], _ fields: AnswerFields) {
        self.features = features
        self.fields = fields
    }

    /// What a result of a type is of; nil of one that is not read, and of the outline of a text.
    static func list(of type: String) -> ShortAnswerList? {
        switch type {
        case "rectanglelabels", "polygonlabels": .objects
        case "choices": .labels
        case "textarea": .texts
        default: nil
        }
    }

    /// The annotations of a task; nil of something else, which is refused.
    mutating func annotations(of task: JSONNode) -> [JSONNode]? {
        guard task.isObject else {
            fields.refuse(task, expected: "a task")
            return nil
        }
        // As it was before it came to Label Studio, such as Cairn's own export.
        if task["annotations"] == nil, task["data"]?.isObject == true { return [] }
        guard let list = task["annotations"] else {
            fields.refuse(
                task,
                task["result"] == nil
                    ? "a task has no annotations; export as JSON, and not as JSON-MIN"
                    : "an annotation, and not its task; export the tasks (JSON)")
            return nil
        }
        guard list.isArray else {
            fields.refuse(list, expected: "a list")
            return nil
        }
        return list.elements
    }

    /// The results of an annotation; nil where it has no list of them, which is refused.
    mutating func result(of annotation: JSONNode) -> [JSONNode]? {
        guard let list = annotation["result"], list.isArray else {
            fields.refuse("\(annotation.path).result: missing")
            return nil
        }
        return list.elements
    }

    /// What the results of one annotation say, and of a picture of which size.
    mutating func read(_ results: [JSONNode]) -> ([FeatureType: [Annotation]], Size?) {
        (found, regions, size) = ([:], [:], nil)
        for result in results where result["type"]?.string == "rectangle" {
            if let corners = rectangle(result), let region = result["id"]?.string { regions[region] = corners }
        }
        for result in results { read(result) }
        return (found, size)
    }

    private mutating func read(_ result: JSONNode) {
        // Between two regions, and nothing that is in the picture.
        if result["type"]?.string == "relation" { return }
        guard let type = result["type"]?.string, let value = result["value"] else {
            return fields.refuse(result, "type and value expected")
        }
        switch type {
        // They are the outlines of text areas.
        case "rectangle", "labels": break
        case "rectanglelabels": addObjects(result, value[type], rectangle(result))
        case "polygonlabels": addObjects(result, value[type], polygon(result))
        case "choices": add(.label, result, names(value[type], of: result)) { _ in }
        case "textarea":
            let corners = result["id"]?.string.flatMap { regions[$0] } ?? []
            add(.text, result, texts(value["text"], of: result)) { annotation in
                annotation.level = .paragraph
                annotation.polygon = corners
            }
        default:
            fields.refuse(result, "results of the type \(displayText(type)) are not read; leave them out")
        }
    }

    private mutating func addObjects(_ result: JSONNode, _ labels: JSONNode?, _ corners: [Point]?) {
        guard let corners else { return }
        add(.object, result, names(labels, of: result)) { $0.polygon = corners }
    }

    /// Adds an annotation for each description; a result of a feature that is not asked is refused.
    private mutating func add(
        _ kind: Annotation.Kind, _ result: JSONNode, _ descriptions: [String],
        _ complete: (inout Annotation) -> Void
    ) {
        let list: ShortAnswerList =
            switch kind {
            case .label: .labels
            case .text: .texts
            default: .objects
            }
        guard let feature = list.features.first(where: features.contains) else {
            return fields.refuse(result, "this job asks no \(list.rawValue)")
        }
        for description in descriptions {
            var annotation = Annotation(kind: kind, rank: found[feature]?.count ?? 0, description: description)
            annotation.score = result["score"].flatMap { fields.score($0) }
            complete(&annotation)
            found[feature, default: []].append(annotation)
        }
    }

    private mutating func names(_ node: JSONNode?, of result: JSONNode) -> [String] {
        guard let node, !node.elements.isEmpty else {
            fields.refuse(result, "it has no name")
            return []
        }
        return node.elements.compactMap { fields.name($0, maxBytes: maxDescription) }
    }

    private mutating func texts(_ node: JSONNode?, of result: JSONNode) -> [String] {
        guard let node else {
            fields.refuse(result, "it has no text")
            return []
        }
        return (node.isArray ? node.elements : [node]).compactMap { fields.longText($0) }
    }

    /// The corners of a rectangle, turned clockwise about its top left one.
    private mutating func rectangle(_ result: JSONNode) -> [Point]? {
        guard let size = size(of: result), let value = result["value"] else { return nil }
        var numbers: [Double] = []
        for (name, whole) in [("x", size.width), ("y", size.height), ("width", size.width), ("height", size.height)] {
            guard let node = value[name] else {
                fields.refuse("\(value.path).\(name): missing")
                return nil
            }
            guard let percent = fields.number(node) else { return nil }
            numbers.append(percent / 100 * Double(whole))
        }
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        let turn = (value["rotation"].flatMap { fields.number($0) } ?? 0) * .pi / 180
        let (across, down) = (cos(turn), sin(turn))
        return [(0, 0), (width, 0), (width, height), (0, height)].map { right, below in
            Point(x: x + right * across - below * down, y: y + right * down + below * across)
        }
    }

    private mutating func polygon(_ result: JSONNode) -> [Point]? {
        guard let size = size(of: result), let value = result["value"] else { return nil }
        guard let points = value["points"] else {
            fields.refuse("\(value.path).points: missing")
            return nil
        }
        guard (3...1000).contains(points.elements.count) else {
            fields.refuse(points, "3 to 1,000 corners expected, \(points.elements.count) found")
            return nil
        }
        var corners: [Point] = []
        for point in points.elements {
            let numbers = point.elements.compactMap { fields.number($0) }
            guard numbers.count == 2 else {
                fields.refuse(point, "2 numbers expected")
                return nil
            }
            corners.append(
                Point(x: numbers[0] / 100 * Double(size.width), y: numbers[1] / 100 * Double(size.height)))
        }
        return corners
    }

    /// The size of the picture of a result, which is the same of all results of an annotation.
    private mutating func size(of result: JSONNode) -> Size? {
        guard let width = result["original_width"]?.integer, let height = result["original_height"]?.integer,
            width > 0, height > 0
        else {
            fields.refuse(result, "original_width and original_height are missing")
            return nil
        }
        let size = Size(width: width, height: height)
        if let turn = result["image_rotation"]?.double, turn != 0 {
            fields.refuse(result, "the picture was turned in Label Studio (image_rotation \(turn)); turn it back there")
        }
        if let other = self.size, other != size {
            fields.refuse(result, "a picture of another size than the results before")
        }
        self.size = size
        return size
    }
}
