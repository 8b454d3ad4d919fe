internal import Backends
internal import Platform
internal import Storage
internal import Domain

/// `cairn models show MODEL`: what a model file wants and gives, and the manifest's block for it.
enum ModelsShowCommand {
    struct Options: Sendable {
        var model: FilePath?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "models show", "shows what a model wants and gives, and the manifest's block for it",
            details: [
                "Reads inputs, outputs, metadata, labels and operations from the file itself, without LiteRT, and ends with a `backend:` block that `cairn check` accepts, or with the reason why there is none.",
                "MODEL is a .tflite file, or an AutoML Vision Edge export: its folder, its manifest.json, or the ZIP as it was downloaded.",
            ],
            items: [.argument(\.model, "MODEL", "a model file or an AutoML export", isRequired: true)],
            defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                guard let path = call.options.model else { return .badInput }
                guard !path.description.contains("://") else {
                    throw CommandFailure(
                        "models show reads a model on this machine, not at an address; "
                            + "download it, or name it under `backend.hosted` in a manifest, such as {url: ...}, and `cairn models pull` that manifest",
                        .badInput)
                }
                let here = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
                    try FilePath.currentFolder()
                }
                let words = { (error: BackendError) in CommandFailure(error.sentence, .badInput) }
                let model = try endingCommand(words) { () throws(BackendError) in
                    try ModelDescription(of: path, in: here)
                }
                if call.common.json {
                    console.output(model.json.text + [0x0A])
                } else {
                    var screen = Screen(console, isRepeated: false)
                    screen.show(model.lines)
                    console.write(model.block)
                }
                return .done
            }
        }
    }
}
