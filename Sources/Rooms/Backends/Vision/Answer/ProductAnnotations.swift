internal import JSON
internal import Vocabulary

/// Products: ProductSearchResults of `product_search.proto`.
///
/// The API says each match twice: in one list for the whole picture, best first, and in the group of the region it was
/// found in. It is one annotation here, with the region as its polygon; what stands in a group alone comes behind.
func products(_ message: JSONNode?, _ frame: Frame) -> [Annotation] {
    guard let message else { return [] }
    var grouped = (message["productGroupedResults"]?.objects ?? []).flatMap { group in
        (group["results"]?.objects ?? []).map { (result: $0, group: group) }
    }
    var matches: [(result: JSONNode, group: JSONNode?)] = []
    for result in message["results"]?.objects ?? [] {
        let place = grouped.firstIndex { $0.result.isMatch(result) }
        matches.append((result, place.map { grouped.remove(at: $0).group }))
    }
    matches += grouped.map { ($0.result, $0.group) }
    return matches.enumerated().map { rank, match in product(rank, match.result, match.group, frame) }
}

private func product(_ rank: Int, _ result: JSONNode, _ group: JSONNode?, _ frame: Frame) -> Annotation {
    let product = result["product"]
    let outline = frame.outline(group?["boundingPoly"])
    var attributes = Attributes()
    for name in ["name", "description", "productCategory"] { attributes.add(name, product?[name]?.words) }
    attributes.add(
        "productLabels", product?["productLabels"]?.objects.map { texts(["key", "value"], of: $0) } ?? [])
    attributes.add("image", result["image"]?.words)
    attributes.add(
        "objectAnnotations",
        group?["objectAnnotations"]?.objects.map { object in
            var object = (texts(["mid", "name", "languageCode"], of: object), object["score"]?.float)
            object.0.add("score", object.1)
            return object.0
        } ?? [])
    attributes.add(outline)
    let name = product?["displayName"]?.words ?? product?["name"]?.string ?? ""
    return Annotation(
        kind: .product, rank: rank, description: name, score: result["score"]?.float ?? 0, polygon: outline.points,
        attributes: attributes.json)
}

/// The texts of some members that have one.
private func texts(_ names: [String], of node: JSONNode) -> Attributes {
    var attributes = Attributes()
    for name in names { attributes.add(name, node[name]?.words) }
    return attributes
}

extension JSONNode {
    /// Whether two results are one match: the same reference image of the same product.
    fileprivate func isMatch(_ other: JSONNode) -> Bool {
        self["product"]?["name"]?.string == other["product"]?["name"]?.string
            && self["image"]?.string == other["image"]?.string && self["score"]?.float == other["score"]?.float
    }
}
