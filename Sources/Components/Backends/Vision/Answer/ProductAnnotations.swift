internal import JSON
internal import Domain
internal import Services

/// Products: ProductSearchResults of `product_search.proto`.
///
/// The API says each match twice: in one list for the whole picture, best first, and in the group of the region it was
/// found in. It is one annotation here, with the region as its polygon; what stands in a group alone comes behind.
func products(_ message: JSONNode?, _ frame: Frame) throws(MalformedValue) -> [Annotation] {
    guard let message else { return [] }
    var grouped: [(result: JSONNode, group: JSONNode)] = []
    for group in try message.messages(at: "productGroupedResults") {
        grouped += try group.messages(at: "results").map { (result: $0, group: group) }
    }
    var matches: [(result: JSONNode, group: JSONNode?)] = []
    for result in try message.messages(at: "results") {
        let index = grouped.firstIndex { $0.result.isMatch(result) }
        matches.append((result, index.map { grouped.remove(at: $0).group }))
    }
    matches += grouped.map { ($0.result, $0.group) }
    let indexTime = try message.words(at: "indexTime")
    return try matches.enumerated().map { rank, match throws(MalformedValue) in
        try product(rank, match.result, match.group, indexTime, frame)
    }
}

private func product(
    _ rank: Int, _ result: JSONNode, _ group: JSONNode?, _ indexTime: String?, _ frame: Frame
) throws(MalformedValue) -> Annotation {
    let product = try result.message(at: "product")
    let outline = try frame.outline(group?.message(at: "boundingPoly"))
    var attributes = Attributes()
    for name in ["name", "description", "productCategory"] { attributes.add(name, try product?.words(at: name)) }
    let labels = try product?.messages(at: "productLabels") ?? []
    attributes.add(
        "productLabels", try labels.map { label throws(MalformedValue) in try texts(["key", "value"], of: label) })
    attributes.add("image", try result.words(at: "image"))
    var regions: [Attributes] = []
    for object in try group?.messages(at: "objectAnnotations") ?? [] { regions.append(try region(object)) }
    attributes.add("objectAnnotations", regions)
    attributes.add("indexTime", indexTime)
    attributes.add(outline)
    let (shown, name) = (try product?.words(at: "displayName"), try product?.words(at: "name"))
    return Annotation(
        kind: .product, rank: rank, description: shown ?? name ?? "", score: try result.float(at: "score") ?? 0,
        polygon: outline.points, attributes: attributes.json)
}

/// What was seen in the region of a product.
private func region(_ object: JSONNode) throws(MalformedValue) -> Attributes {
    var attributes = try texts(["mid", "name", "languageCode"], of: object)
    attributes.add("score", try object.float(at: "score"))
    return attributes
}

/// The texts of some members that have one.
private func texts(_ names: [String], of node: JSONNode) throws(MalformedValue) -> Attributes {
    var attributes = Attributes()
    for name in names { attributes.add(name, try node.words(at: name)) }
    return attributes
}

extension JSONNode {
    /// Whether two results are one match: the same reference image of the same product.
    fileprivate func isMatch(_ other: JSONNode) -> Bool {
        self["product"]?["name"]?.string == other["product"]?["name"]?.string
            && self["image"]?.string == other["image"]?.string && self["score"]?.double == other["score"]?.double
    }
}
