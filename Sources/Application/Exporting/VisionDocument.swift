internal import Crypto
internal import Domain
internal import JSON
internal import Report
internal import Text

/// The answer of the Cloud Vision API to an image as it was paid: an `AnnotateImageResponse`.
enum VisionDocument {
    /// A response, and the features whose newest answers were read from it.
    typealias Part = (features: [FeatureType], bytes: [UInt8])

    /// The answer, without a line feed; nil where a response is damaged.
    ///
    /// - Parameters:
    ///   - parts: in the order of their attempts.
    ///   - features: only of these; empty: all.
    static func json(_ parts: [Part], features: Set<FeatureType>) -> [UInt8]? {
        if parts.count == 1, features.isEmpty { return parts[0].bytes }
        var members: [(name: String, text: ArraySlice<UInt8>)] = []
        // Of two readings of the text the one for documents is taken, whichever came last.
        let hasDocument = parts.contains { $0.features.contains(.documentTextDetection) }
        for (index, part) in parts.enumerated() {
            guard let root = try? JSONDocument(part.bytes).root, root.isObject else { return nil }
            let own = Set(part.features).intersection(features.isEmpty ? Set(part.features) : features)
            let wanted = hasDocument && !own.contains(.documentTextDetection) ? own.subtracting([.textDetection]) : own
            let fields = Set(wanted.flatMap { names[$0] ?? [] })
            let isNewest = index == parts.count - 1
            for (name, value) in root.members where fields.contains(name) || isNewest && !isOfFeature.contains(name) {
                members.removeAll { $0.name == name }
                members.append((name, value.text))
            }
        }
        var json = Array("{".utf8)
        for (index, member) in members.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(json: member.name)
            json.append(UInt8(ascii: ":"))
            json += member.text
        }
        return json + Array("}".utf8)
    }

    /// The answer to an image as one of many lines, with what tells to which picture it belongs.
    static func line(_ entry: ExportedImage, _ response: [UInt8], sent: Size?) -> [UInt8] {
        let image = entry.image
        var line = "{\"path\":\(jsonString(image.shownPath)),\"image_id\":\(image.id.value),"
        line += "\"kind\":\(jsonString(image.key.kind.rawValue)),\"digest\":\"\(image.key.digest.hex)\","
        let newest = entry.responses.map(\.answeredAt).max()
        line += "\"answered_at\":\(newest.map { jsonString($0.iso8601) } ?? "null"),"
        line += "\"sent_width\":\(sent.map { String($0.width) } ?? "null"),"
        line += "\"sent_height\":\(sent.map { String($0.height) } ?? "null"),\"response\":"
        // Within its strings line feeds are escaped.
        return Array(line.utf8) + response.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + Array("}\n".utf8)
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
