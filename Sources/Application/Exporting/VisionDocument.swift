internal import Domain
internal import JSON
internal import Text

/// The answer of the Cloud Vision API to an image as it was paid: an `AnnotateImageResponse`.
enum VisionDocument {
    /// The file; nil where a response is damaged or was not kept.
    ///
    /// - Parameters:
    ///   - responses: in the order of their attempts.
    ///   - features: only of these; empty: all.
    static func json(_ responses: [ShownResponse], features: Set<FeatureType>) -> [UInt8]? {
        let chosen = responses.filter { features.isEmpty || !features.isDisjoint(with: $0.features) }
        guard !chosen.isEmpty, chosen.allSatisfy({ $0.bytes != nil }) else { return nil }
        if chosen.count == 1, features.isEmpty, let bytes = chosen[0].bytes { return bytes + Array("\n".utf8) }
        return merged(chosen, features)
    }

    /// One answer of several: the fields of each feature are those of its own response, to the byte.
    private static func merged(_ responses: [ShownResponse], _ features: Set<FeatureType>) -> [UInt8]? {
        var members: [(name: String, text: ArraySlice<UInt8>)] = []
        func put(_ name: String, _ value: JSONNode) {
            members.removeAll { $0.name == name }
            members.append((name, value.text))
        }
        for (index, response) in responses.enumerated() {
            guard let bytes = response.bytes, let root = try? JSONDocument(bytes).root, root.isObject else {
                return nil
            }
            // Of two readings of the text the one for documents is taken, whichever came last.
            let own = Set(response.features).intersection(features.isEmpty ? Set(response.features) : features)
            let hasDocument = responses.contains { $0.features.contains(.documentTextDetection) }
            let wanted = hasDocument && !own.contains(.documentTextDetection) ? own.subtracting([.textDetection]) : own
            let isNewest = index == responses.count - 1
            for (name, value) in root.members {
                let isOwn = fields(of: wanted).contains(name)
                if isOwn || isNewest && !isOfFeature.contains(name) { put(name, value) }
            }
        }
        var json = Array("{".utf8)
        for (index, member) in members.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(json: member.name)
            json.append(UInt8(ascii: ":"))
            json += member.text
        }
        return json + Array("}\n".utf8)
    }

    private static func fields(of features: Set<FeatureType>) -> Set<String> {
        Set(features.flatMap { names[$0] ?? [] })
    }
}

/// The fields of a response that each feature fills.
private let names: [FeatureType: [String]] = [
    .faceDetection: ["faceAnnotations"], .landmarkDetection: ["landmarkAnnotations"],
    .logoDetection: ["logoAnnotations"], .labelDetection: ["labelAnnotations"],
    .objectLocalization: ["localizedObjectAnnotations"], .textDetection: ["textAnnotations", "fullTextAnnotation"],
    .documentTextDetection: ["textAnnotations", "fullTextAnnotation"], .safeSearchDetection: ["safeSearchAnnotation"],
    .imageProperties: ["imagePropertiesAnnotation"], .cropHints: ["cropHintsAnnotation"],
    .webDetection: ["webDetection"], .productSearch: ["productSearchResults"],
]

/// All of them; what is not one, such as `error` and `context`, is of the answer as a whole.
private let isOfFeature = Set(names.values.joined())
