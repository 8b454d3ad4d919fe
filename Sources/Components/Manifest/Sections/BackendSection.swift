internal import Text
internal import Domain
internal import YAML

extension Node {
    /// What is known of the backend: its kind may be clear where its settings are not.
    struct Backend {
        var kind: BackendSettings.Kind?
        var settings: BackendSettings?
    }

    /// The backend that answers.
    func backend() -> Backend {
        guard case .mapping(let entries) = value.content else {
            report("expected a mapping with a `kind`, found \(found)")
            return Backend()
        }
        guard let kind = value["kind"].map({ child($0, key: "kind") }) else {
            if let merge = entries.first(where: { $0.key == "<<" }) {
                report(ofUnknown: merge, among: [])
            } else {
                report("`kind` is missing, such as `kind: vision`")
            }
            return Backend()
        }
        guard let kind = kind.backendKind() else {
            let known = BackendSettings.Kind.allKeys
            for entry in entries where !known.contains(entry.key) {
                report(ofUnknown: entry, among: known)
            }
            value["auth"].map { child($0, key: "auth") }?.readSecrets()
            return Backend()
        }
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

    /// Complains about secrets that are written down, whichever backend they are for.
    private func readSecrets() {
        guard case .mapping(let entries) = value.content else { return }
        let others = [
            VisionAuthKey.adc.rawValue, FirebaseAuthKey.anonymous.rawValue, FirebaseAuthKey.emulator.rawValue,
        ]
        let keys = VisionAuthKey.allCases.map(\.rawValue) + FirebaseAuthKey.allCases.map(\.rawValue)
        for entry in entries where keys.contains(entry.key) && !others.contains(entry.key) {
            _ = child(entry.value, key: entry.key).secret()
        }
    }

    /// The kind of backend; one of another name is a mistake, and its keys are read all the same.
    private func backendKind() -> BackendSettings.Kind? {
        if case .string(let text) = value.content, let kind = otherNames[text.lowercased()] {
            return mismatch(
                alternatives(BackendSettings.Kind.allCases.map(\.rawValue)),
                suggestion: "did you mean `\(kind.rawValue)`?")
                ?? kind
        }
        return choice(BackendSettings.Kind.self) ?? nearKind
    }

    /// The kind that a misspelt one was probably meant to be: its keys are read, so that all mistakes are said at once.
    private var nearKind: BackendSettings.Kind? {
        guard case .string(let text) = value.content else { return nil }
        return nearestName(to: text, among: BackendSettings.Kind.allCases.map(\.rawValue), spelling: .words)
            .flatMap(BackendSettings.Kind.init)
    }
}

/// What else people call the kinds of backends.
private let otherNames: [String: BackendSettings.Kind] = [
    "tensorflow": .tflite, "tensorflow-lite": .tflite, "tensorflowlite": .tflite, "litert": .tflite, "local": .tflite,
    "google": .vision, "gcp": .vision, "cloud-vision": .vision, "google-vision": .vision, "ocr": .tesseract,
    "function": .firebase, "functions": .firebase, "callable": .firebase, "program": .command, "exec": .command,
]

extension BackendSettings.Kind {
    /// The keys that a backend of any kind may have.
    fileprivate static var allKeys: [String] {
        let keys =
            VisionKey.allCases.map(\.rawValue) + FirebaseKey.allCases.map(\.rawValue)
            + TFLiteKey.allCases.map(\.rawValue)
            + AutoMLKey.allCases.map(\.rawValue) + TesseractKey.allCases.map(\.rawValue)
            + CommandKey.allCases.map(\.rawValue)
        return keys.enumerated().filter { place, key in keys.firstIndex(of: key) == place }.map(\.element)
    }
}
