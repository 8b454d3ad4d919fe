internal import Text
internal import Crypto
internal import Platform
package import Domain

extension Recipe {
    /// The recipe on one line: `LABEL_DETECTION by vision builtin/stable: maxResults 10, fit 640x480`.
    package var words: String {
        let parts = [parameters, preparation].flatMap { json in
            guard let members = RecipeMembers(json)?.members else { return [readable(json)] }
            return members.map { "\($0.name) \($0.value)" }
        }
        let head = "\(feature.rawValue) by \(readable(backend)) \(modelWords)"
        return parts.isEmpty ? head : head + ": " + parts.joined(separator: ", ")
    }

    /// What differs from another recipe, each as `maxResults 10 -> 12`; empty where the two are the same.
    ///
    /// Backend and model come first, then what this recipe says in its order, then what only the old one says. A
    /// model file's digest among the parameters is left out where the model's version tells it already. Where the two
    /// mean the same and only their texts differ, the whole texts stand there: an answer to one is not an answer to
    /// the other.
    package func differences(from old: Recipe) -> [String] {
        guard old.digest != digest else { return [] }
        var found: [String] = []
        func compare(_ name: String, _ before: String, _ after: String) {
            if !before.hasSameBytes(as: after) { found.append("\(name) \(before) -> \(after)") }
        }
        compare("feature", old.feature.rawValue, feature.rawValue)
        compare("backend", readable(old.backend), readable(backend))
        if old.modelVersion != modelVersion || modelVersion == nil { compare("model", old.modelWords, modelWords) }
        for (before, after) in [(old.parameters, parameters), (old.preparation, preparation)] {
            found += memberDifferences(before, after, old: old)
        }
        if found.isEmpty {
            compare("parameters", readable(old.parameters), readable(parameters))
            compare("preparation", readable(old.preparation), readable(preparation))
        }
        return found.isEmpty ? ["recipe \(old.digest.short) -> \(digest.short)"] : found
    }

    /// What differs from another recipe that was asked of the same file; where the two are the same, the picture was.
    package func differencesOrTurn(from old: Recipe) -> [String] {
        let found = differences(from: old)
        return found.isEmpty ? ["turned otherwise"] : found
    }

    /// The model, with its version where its name does not tell it: `scenes.tflite@1a2b3c4d`, `flowers version 3`.
    package var modelWords: String { ModelVersion(self).words }

    private func memberDifferences(_ before: String, _ after: String, old: Recipe) -> [String] {
        guard let former = RecipeMembers(before), let present = RecipeMembers(after) else {
            return before.hasSameBytes(as: after) ? [] : ["\(readable(before)) -> \(readable(after))"]
        }
        let gone = former.members.filter { present[$0.name] == nil }
        return (present.members + gone).compactMap { member in
            let was = former[member.name]
            let now = present[member.name]
            if was == now || tellsModel(was, now, old: old) { return nil }
            return "\(member.name) \(was ?? notSet) -> \(now ?? notSet)"
        }
    }

    /// Whether two values are the digests of the two models, whose versions are said already.
    private func tellsModel(_ was: String?, _ now: String?, old: Recipe) -> Bool {
        guard let was, let now, let version = modelVersion, let formerVersion = old.modelVersion else { return false }
        return was == formerVersion && now == version
    }
}

/// What stands for a member that is not there.
private let notSet = "not set"

/// A text without what moves it on a screen.
