/// The backend that answers, with all that is needed to ask it.
package enum BackendSettings: Equatable, Sendable {
    /// Cloud Vision, asked straight.
    case vision(VisionSettings)
    /// Cloud Vision behind a Firebase callable function.
    case firebase(FirebaseSettings)
    /// A TensorFlow Lite model on this machine.
    case tflite(TFLiteSettings)
    /// An AutoML Vision Edge export on this machine.
    case automl(AutoMLSettings)
    /// Text recognition on this machine.
    case tesseract(TesseractSettings)
    /// A program of the user's own.
    case command(CommandSettings)

    /// The names of the backends: `kind` in the manifest.
    package enum Kind: String, CaseIterable, Sendable {
        case vision, firebase, tflite, automl, tesseract, command
    }

    package var kind: Kind {
        switch self {
        case .vision: .vision
        case .firebase: .firebase
        case .tflite: .tflite
        case .automl: .automl
        case .tesseract: .tesseract
        case .command: .command
        }
    }

    /// Whether a vendor bills for what is asked.
    package var isBilled: Bool {
        switch self {
        case .vision, .firebase: true
        case .tflite, .automl, .tesseract, .command: false
        }
    }

    /// The account that the manifest names; nil where the credentials name it, or nothing is billed.
    package var namedAccount: String? {
        switch self {
        case .vision(let settings): settings.account
        case .firebase(let settings): settings.account ?? settings.project
        case .tflite, .automl, .tesseract, .command: nil
        }
    }
}
