package import Domain

extension ModelChooser {
    /// An error of a model in the cache, under the name that people know it by.
    ///
    /// - Parameter name: the model's, with its version.
    package func naming(_ error: BackendError, _ name: String) -> BackendError {
        guard named(error.sentence, name) != error.sentence else { return error }
        return .unusable(
            key: "backend.hosted",
            reason: "\(reason(error, name)); publish another version, or pin one that works with `sha256`")
    }

    /// Why a version cannot be used, in a sentence that begins with its name.
    package func reason(_ error: BackendError, _ name: String) -> String {
        let isPlain = error.keyPath == nil || error.keyPath == "backend.model" || error.keyPath == "backend.hosted"
        let text = named(isPlain ? error.sentence : error.description, name)
        return text.hasPrefix(name) ? text : "\(name) cannot be used: \(text)"
    }

    /// A text with a model's name in place of its path in the cache, which ends with the 64 digits of its digest.
    private func named(_ text: String, _ name: String) -> String {
        guard let cache = try? store().cache else { return text }
        let start = "\(cache.folder)/versions/"
        var (left, result) = (text[...], "")
        while let found = left.firstRange(of: start) {
            result += left[..<found.lowerBound] + name
            left = left[found.upperBound...].dropFirst(64)
        }
        return result + left
    }
}
