internal import JSON
internal import Text
package import Domain

/// Reads short answers: JSON objects that say what is in a picture, in the names of the views' columns.
///
/// It is strict (RFC 8259, no name twice, no unknown name), and names the place of everything that it refuses.
package struct ShortAnswerReader: Sendable {
    private let features: [FeatureType]
    private let mustBeWhole: Bool
    private let ignored: Set<String>
    private let dimension: Int?

    /// A reader of answers to some features.
    ///
    /// - Parameters:
    ///   - mustBeWhole: whether each feature must have a list; a correction leaves out what it does not correct.
    ///   - ignored: members of the object that are the caller's to read.
    ///   - dimension: how many numbers the embeddings of earlier answers have; nil before the first answer.
    package init(
        of features: [FeatureType], mustBeWhole: Bool, ignoring ignored: Set<String> = [], dimension: Int? = nil
    ) {
        self.features = features
        self.mustBeWhole = mustBeWhole
        self.ignored = ignored
        self.dimension = dimension
    }

    /// Reads one answer; geometry stays in the pixels in which it is written.
    package func read(_ bytes: [UInt8]) throws(AnswerRefusals) -> ShortAnswer {
        let (document, words) = try StrictJSON.read(bytes)
        let root = document.root
        var fields = AnswerFields(words, dimension: dimension)
        guard root.isObject else { throw AnswerRefusals("an object expected, \(fields.kind(of: root)) found") }
        let asked = features.compactMap(ShortAnswerList.init)
        let names = asked.map(\.rawValue)
        var annotations: [FeatureType: [Annotation]] = [:]
        for (name, value) in fields.members(of: root) where !ignored.contains(name) {
            guard let list = ShortAnswerList(rawValue: name), let feature = feature(of: list) else {
                fields.refuse(value, refusal(ofName: name, asked: names))
                continue
            }
            annotations[feature] = fields.list(value, list)
        }
        if mustBeWhole {
            for name in names where !fields.hasMember(name, root) {
                fields.refuse("\(name): missing; [] says that there is none")
            }
        }
        if fields.refusals.count > 0 { throw fields.refusals }
        return ShortAnswer(annotations: annotations, root: root)
    }

    /// The feature that is asked of those of a list; nil where none is.
    private func feature(of list: ShortAnswerList) -> FeatureType? { list.features.first(where: features.contains) }

    private func refusal(ofName name: String, asked: [String]) -> String {
        if ShortAnswerList(rawValue: name) == nil,
            let near = nearestName(to: name, among: asked + ignored.sorted(), spelling: .letters)
        {
            return "unknown; \(near)?"
        }
        let wanted = features.filter { ShortAnswerList($0) != nil }.map(\.rawValue)
        return "this job asks \(wanted.isEmpty ? "nothing that a list is for" : wanted.joined(separator: ", "))"
    }
}
