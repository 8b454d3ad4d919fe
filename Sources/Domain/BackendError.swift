internal import Text
package import Platform

/// Why a backend cannot be used at all: the run stops, no image fails.
package enum BackendError: Error, Equatable, Sendable {
    /// LiteRT's library is at none of the places.
    case libraryMissing([FilePath])
    /// LiteRT's library is there and cannot be used.
    case libraryUnusable(reason: String)
    /// A library of the system that every request needs is missing; the words say which, and how to get it.
    case systemLibraryMissing(String)
    /// The model file cannot be read.
    case modelUnreadable(SystemError)
    /// The model file is none, or one that Cairn cannot serve.
    case modelRefused(FilePath, reason: String)
    /// The model, by its name, did not end its first run in this process within a time: its thread cannot be stopped
    /// but with the process.
    case modelHangs(String, TimeSpan)
    /// The model needs operations that LiteRT does not have.
    case unsupportedOperations(FilePath, [String])
    /// The model is not the one the job was submitted with.
    case modelChanged(FilePath)
    /// The hosted model is not to be had, and no other may answer in its place; the words say why.
    case modelAwaited(reason: String)
    /// The manifest declares one thing and the model another.
    case mismatch(key: String, declared: String, model: FilePath, actual: String)
    /// The manifest says something that this model cannot take, or leaves out what it needs.
    case setting(key: String, reason: String)
    /// The labels file cannot be read.
    case labelsUnreadable(SystemError)
    /// The labels are no text.
    case labelsRefused(String, reason: String)
    /// Neither the manifest nor the model has labels.
    case labelsMissing(FilePath)
    /// There are more or fewer labels than classes.
    case labelCount(source: String, labels: Int, model: FilePath, classes: Int)
    /// The service cannot be reached, time and again; the words say why.
    case unreachable(String)
    /// The service fails whatever it is asked, time and again; its last words.
    case failing(String)
    /// The service asks for pause after pause and answers nothing between them.
    case busy(account: String, words: String)
    /// The service refuses every image in the same words and has taken none.
    case refused(account: String, code: String?, words: String)
    /// A secret is not at its place, or is none; `source` is `env:NAME` or `file:PATH`, never the secret.
    case secret(source: String, reason: String)
    /// Credentials that will not work however often they are tried, with what can be done about it.
    case credentials(subject: String, reason: String, advice: String)
    /// A service that gives tokens could not be asked, or cannot now; trying again later makes sense.
    case tokenService(host: String, reason: String)
    /// A service refuses an account whatever it is asked, in its own words, with what can be done about it.
    case service(account: String, code: String, words: String, advice: String)
    /// An account may ask for no more until a day is over, or at all.
    case quota(account: String, words: String, advice: String)
    /// The budget is in money, and what this feature costs is not known.
    case noPrice(FeatureType)
    /// Something is wrong with an AutoML export, which the manifest names under one key.
    indirect case inExport(key: String, BackendError)
    /// What this key of the manifest names is not on this machine.
    case absent(key: String, reason: String)
    /// What this key of the manifest names is there and cannot be used.
    case unusable(key: String, reason: String)
    /// A part of the manifest that this version understands and cannot do, in the plural: `hosted models`.
    case notBuilt(String)
}

extension BackendError: CustomStringConvertible {
    /// A sentence for people: the manifest's key where it is about one, the thing, the cause, the next step.
    package var description: String { keyPath.map { "\($0): \(sentence)" } ?? sentence }

    /// The key of the manifest that it is about; nil for what is about none, or about secrets and services.
    package var keyPath: String? {
        switch self {
        case .modelUnreadable, .modelRefused, .unsupportedOperations, .modelChanged: "backend.model"
        case .labelsUnreadable, .labelsRefused, .labelsMissing, .labelCount: "backend.labels"
        case .modelAwaited: "backend.hosted"
        case .mismatch(let key, _, _, _), .setting(let key, _), .absent(let key, _), .unusable(let key, _),
            .inExport(let key, _):
            key
        case .noPrice: "budget"
        case .libraryMissing, .libraryUnusable, .systemLibraryMissing, .unreachable, .failing, .busy, .refused, .secret,
            .credentials, .tokenService, .service, .quota, .notBuilt, .modelHangs:
            nil
        }
    }

    /// The same without the manifest's key.
    package var sentence: String {
        switch self {
        case .libraryMissing(let places):
            "libLiteRt.so, which runs TensorFlow Lite models, was not found: \(howToGetTheLibrary) (looked at \(places.map(\.description).joined(separator: ", ")))"
        case .systemLibraryMissing(let reason): reason
        case .libraryUnusable(let reason): "\(reason); \(howToGetTheLibrary)"
        case .modelUnreadable(let error):
            error.sentence
        case .modelRefused(let model, let reason): "\(model) cannot be used: \(reason)"
        case .modelHangs(let model, let limit):
            "the model \(model) did not end its first run within \(limit.secondsText) (limits.picture); "
                + "run `cairn work` when the machine has less to do, or allow more"
        case .unsupportedOperations(let model, let names):
            "\(model) needs operations that LiteRT does not have: \(shortList(names)); "
                + "convert it with LiteRT's own operations only"
        case .modelChanged(let model):
            "\(model) is not the file the job was submitted with; submit it again"
        case .modelAwaited(let reason): "waits for its model: \(reason)"
        case .mismatch(_, let declared, let model, let actual):
            "the manifest says \(declared), \(model) has \(actual)"
        case .setting(_, let reason), .absent(_, let reason), .unusable(_, let reason): reason
        case .inExport(_, .labelsMissing(let model)):
            "\(model) has no labels inside, and the manifest of the export names no `labelsFile`"
        case .inExport(_, .setting(let key, let reason))
        where key.hasPrefix("backend.input") || key.hasPrefix("backend.output"):
            "\(reason); `kind: automl` has no such keys, `kind: tflite` has them"
        case .inExport(_, let error): error.sentence
        case .labelsUnreadable(let error):
            error.sentence
        case .labelsRefused(let source, let reason): "\(source) \(reason)"
        case .labelsMissing(let model):
            "\(model) has no labels; name a file with one label a line in backend.labels"
        case .labelCount(let source, let labels, let model, let classes):
            "\(source) has \(counted(labels, "label")), \(model) has \(counted(classes, "class", "classes"))"
        case .unreachable(let reason): "\(reason); run `cairn work` when it is up"
        case .failing(let words):
            "the service fails every request, and the run stopped before more is billed without an answer: \(words); "
                + "run `cairn work` when it works again"
        case .busy(let account, let words):
            "account \(account): the service asks for one pause after another: \(words); "
                + "ask for a higher quota, or use a slower pace in the manifest, and run `cairn work` later"
        case .refused(let account, let code, let words):
            "account \(account): the service refuses every image alike\(code.map { " (\($0))" } ?? ""): \(words); "
                + "so the cause is in the manifest's features or in the function, not in the images: correct it and submit the job again"
        case .secret(let source, let reason): "\(source) \(reason)"
        case .credentials(let subject, let reason, let advice): "\(subject): \(reason); \(advice)"
        case .tokenService(let host, let reason):
            "\(host) gives no token now: \(reason); run the same command again later"
        case .service(let account, let code, let words, let advice):
            "account \(account): the service says \(words) (\(code)); \(advice)"
        case .quota(let account, let words, let advice): "account \(account): the service says \(words); \(advice)"
        case .noPrice(let feature):
            "what \(feature.rawValue) costs is not known here, so a cap in dollars cannot be held; cap it in units"
        case .notBuilt(let part): "\(part) are not available in this version; nothing was done"
        }
    }
}

private let howToGetTheLibrary =
    "run Scripts/setup, or point CAIRN_LITERT at libLiteRt.so from the PyPI package ai-edge-litert 2.3.0"
