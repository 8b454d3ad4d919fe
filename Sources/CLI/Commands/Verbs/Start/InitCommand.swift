internal import Domain
internal import Platform
internal import Storage

/// `cairn init [FOLDER]`: writes a first manifest for a folder of pictures.
enum InitCommand {
    struct Options: Sendable {
        var folder: FilePath?
        var kind: Kind?
        var model: FilePath?
        var sha256: String?
        var out: FilePath?
        var cacert: FilePath?
    }

    /// What may answer.
    enum Kind: String, CaseIterable, Argument {
        case tflite, automl, tesseract, vision

        fileprivate var takesModel: Bool { self == .tflite || self == .automl }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "init", "writes a commented manifest for a folder of pictures, and says what its first run costs",
            details: [
                "Looks at the pictures of FOLDER, at models in this folder, in models and in FOLDER, at keys in the environment, and at what this machine can do. "
                    + "On a terminal it asks what you want to know; elsewhere it takes what costs nothing, and text for pages.",
                "Without a model it offers a public one, \(PublicModel.mobileNet.title), by its address, size, SHA-256 and licence: "
                    + "it is downloaded when you say yes, or else by the first run.",
                "The manifest has the folder's name, and lies in the current folder. Nothing is overwritten, and no picture is sent.",
            ],
            items: [
                .option("kind", \.kind, "KIND", "what answers, without a question"),
                .option("model", \.model, "MODEL", "a model here, an AutoML export, or the https address of a model"),
                .option("sha256", \.sha256, "HEX", "the digest that a model behind an address must have"),
                .option("out", \.out, "FILE", "the manifest; default FOLDER.yaml in the current folder"),
                .certificates(\.cacert),
                .argument(\.folder, "FOLDER", "a folder of pictures; default the current one"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                if let kind = call.options.kind, call.options.model != nil, !kind.takesModel {
                    throw CommandFailure(
                        "--model is for --kind tflite and automl, and this is \(kind.rawValue)", .badInput)
                }
                var session = try InitSession(context, call.options)
                return try session.run()
            }
        }
    }
}
