internal import Vocabulary
internal import YAML

extension Node {
    /// What is known of the backend: its kind may be clear where its settings are not.
    struct Backend {
        var kind: BackendSettings.Kind?
        var settings: BackendSettings?
    }

    /// Who answers.
    func backend() -> Backend {
        guard case .mapping = value.content else {
            complain("expected a mapping with a `kind`, found \(found)")
            return Backend()
        }
        guard let kind = value["kind"] else {
            complain("`kind` is missing, such as `kind: vision`")
            return Backend()
        }
        guard let kind = child(kind, key: "kind").choice(BackendSettings.Kind.self) else { return Backend() }
        let settings: BackendSettings? =
            switch kind {
            case .vision: vision().map { .vision($0) }
            case .firebase: firebase().map { .firebase($0) }
            case .tflite: tflite().map { .tflite($0) }
            case .automl: automl().map { .automl($0) }
            case .tesseract: tesseract().map { .tesseract($0) }
            case .command: command().map { .command($0) }
            }
        return Backend(kind: kind, settings: settings)
    }
}
