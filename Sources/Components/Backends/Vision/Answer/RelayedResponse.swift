internal import JSON

/// Finds the one AnnotateImageResponse in what a relay made of it.
///
/// Relays pass on the message itself, the message in an array, a BatchAnnotateImagesResponse (`{"responses":[...]}`),
/// the three values that Google's Node client resolves to (`[response, null, null]`), a list of annotations, or any of
/// these as JSON text.
///
/// - Returns: the message, or the list of annotations; nil where there is neither, and where there are several
///   messages.
func relayedResponse(in node: JSONNode) -> JSONNode? {
    var node = node
    // Text in an array in text: no known service wraps deeper.
    for _ in 0..<6 {
        if let text = node.string {
            guard let document = try? JSONDocument(Array(text.utf8)) else { return nil }
            node = document.root
        } else if node.isArray {
            let elements = node.elements
            guard let first = elements.first else { return nil }
            if first.isObject, !first.isImageResponse, first["responses"] == nil {
                return elements.allSatisfy(\.isAnnotation) ? node : nil
            }
            guard elements.dropFirst().allSatisfy(\.isNull) else { return nil }
            node = first
        } else if let responses = node["responses"] {
            guard responses.isArray, responses.elements.count == 1, let only = responses.elements.first else {
                return nil
            }
            node = only
        } else {
            return node.isImageResponse ? node : nil
        }
    }
    return nil
}

extension JSONNode {
    /// Whether it is an object with members that the message has, or with none: an image without any hit.
    fileprivate var isImageResponse: Bool {
        guard isObject else { return false }
        let names = members.map(\.name)
        return names.isEmpty || names.contains { imageResponseMembers.contains($0) }
    }

    /// Whether it is an object with members that an annotation has.
    fileprivate var isAnnotation: Bool { members.contains { annotationMembers.contains($0.name) } }
}

private let imageResponseMembers: Set<String> = [
    "faceAnnotations", "landmarkAnnotations", "logoAnnotations", "labelAnnotations", "textAnnotations",
    "localizedObjectAnnotations", "fullTextAnnotation", "safeSearchAnnotation", "imagePropertiesAnnotation",
    "cropHintsAnnotation", "webDetection", "productSearchResults", "error", "context",
]

/// Of EntityAnnotation, LocalizedObjectAnnotation and FaceAnnotation, what tells them from anything else.
private let annotationMembers: Set<String> = [
    "mid", "description", "name", "boundingPoly", "fdBoundingPoly", "landmarks",
]
