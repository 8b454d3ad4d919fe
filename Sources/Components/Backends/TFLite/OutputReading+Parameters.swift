internal import Crypto
internal import JSON
internal import Domain
internal import Text

extension OutputReading {
    /// The version of how inputs are filled and outputs are read: part of every recipe, raised when answers change.
    private static let algorithmVersion = 1

    /// What decides its annotations beside the picture, as a recipe has it.
    ///
    /// - Parameter digest: of the model.
    func parameters(_ settings: TFLiteSettings, _ digest: Digest, _ labels: Labels?) -> String {
        var members: [(name: String, json: String)] = [
            ("algorithmVersion", "\(OutputReading.algorithmVersion)"), ("modelDigest", jsonString(digest.hex)),
        ]
        let outputs = "[\(indexes.map(\.description).joined(separator: ","))]"
        guard let scoring else { return object(members + [("outputs", outputs)]) }
        if let labels { members.append(("labelsDigest", jsonString(labels.digest.hex))) }
        members += [
            ("outputs", outputs), ("threshold", scoring.threshold.map { "\($0)" } ?? "null"),
            ("maxResults", "\(settings.effectiveMaxResults)"),
        ]
        return object(members + scoring.parameters)
    }
}

extension TFLiteSettings {
    /// The most annotations.
    var effectiveMaxResults: Int { maxResults ?? 10 }
}
