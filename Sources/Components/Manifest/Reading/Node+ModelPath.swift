internal import Platform
internal import YAML

extension Node {
    /// The path of a model on this machine; an address is answered with the key that takes it.
    func modelPath(_ expected: String) -> FilePath? {
        guard case .string(let text) = value.content,
            let scheme = ["https://", "http://", "gs://"].first(where: text.hasPrefix)
        else { return filePath(expected) }
        let (key, example) =
            scheme == "gs://"
            ? ("storage", "gs://bucket/models/flowers.tflite") : ("url", "https://example.org/models/flowers.tflite")
        // The address may carry a password.
        return quiet.mismatch(
            "\(expected) on this machine; a model that is served is named beside it, as `hosted: {\(key): \(example)}`")
    }
}
