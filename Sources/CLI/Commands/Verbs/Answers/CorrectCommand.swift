internal import Platform
internal import Storage
internal import Domain

/// `cairn correct JOB [IMAGE]`: puts a person's answers in the place of the machine's.
enum CorrectCommand {
    struct Options: Sendable {
        var job: String?
        var image: String?
        var text: FilePath?
        var labels: String?
        var from: FilePath?
        var edits = false
        var undoes = false
        var lists = false
        var author: String?
        var force = false

        /// What is to be done, which is one thing.
        fileprivate func action() throws(CommandFailure) -> CorrectAction {
            let given: [CorrectAction?] = [
                text.map { .text($0) }, labels.map { .labels($0) }, from.map { .file($0) }, edits ? .edit : nil,
                undoes ? .undo : nil, lists ? .list : nil,
            ]
            let actions = given.compactMap { $0 }
            guard let action = actions.first, actions.count == 1 else {
                throw CommandFailure(
                    "correct: give one of --text, --labels, --from, --edit, --undo and --list", .badInput)
            }
            if !action.saves, author != nil || force {
                throw CommandFailure("correct: --as and --force are for what saves a correction", .badInput)
            }
            return action
        }
    }

    fileprivate enum CorrectAction {
        case text(FilePath)
        case labels(String)
        case file(FilePath)
        case edit, undo, list

        var saves: Bool {
            switch self {
            case .text, .labels, .file, .edit: true
            case .undo, .list: false
            }
        }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "correct", "puts a person's labels, boxes or text in the place of a machine's",
            details: [
                "The job's rows show what was saved, with the backend `person`, until it is undone or the job asks that "
                    + "feature no more. History keeps both, and a machine that is asked again changes history alone. "
                    + "Other jobs show what they showed. The view `corrections` tells who saved what.",
                "IMAGE is a picture's path, as the views show it or from here, or its image_id.",
                "--from takes the short form of one picture, {\"labels\": [\"tower\"], \"texts\": [\"SALE\"]}, "
                    + "or Label Studio's JSON export, which names its pictures itself. "
                    + "Where another correction was saved since theirs was begun, --from and --edit save nothing, "
                    + "unless --force is given.",
            ],
            items: [
                .option("text", \.text, "FILE", "this text, a paragraph on each line; - is standard input"),
                .option(
                    "labels", \.labels, "LIST", "what is shown with a and b, and without c: a,b,-c"),
                .option("from", \.from, "FILE", "what a JSON file says; - is standard input"),
                .flag("edit", \.edits, "open what is shown in $VISUAL or $EDITOR, and save what is changed"),
                .flag("undo", \.undoes, "show the machine's answers again"),
                .flag("list", \.lists, "show the corrections of the job, or of IMAGE, and who made them"),
                .option("as", \.author, "NAME", "who corrects; otherwise your user name"),
                .flag("force", \.force, "save, whatever was saved meanwhile"),
                .argument(\.job, "JOB", "the job's name", isRequired: true),
                .argument(\.image, "IMAGE", "the picture"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let action = try call.options.action()
                let store = try context.open(for: action.saves || call.options.undoes ? .change : .read)
                try run(action, call.options, CorrectionSession(context, call.options.job ?? "", in: store))
                return .done
            }
        }
    }

    private static func run(
        _ action: CorrectAction, _ options: Options, _ session: CorrectionSession
    ) throws(CommandFailure) {
        let author = try session.author(options.author)
        switch action {
        case .list: return try session.list(options.image)
        case .undo: return try session.undo(session.member(options.image))
        case .file(let file):
            let corrections = try session.corrections(in: file, of: options.image)
            return try session.save(corrections, by: author, force: options.force)
        case .text(let file):
            let correction = try session.text(in: file, of: session.member(options.image))
            try session.save([correction], by: author, force: options.force)
        case .labels(let words):
            let member = try session.member(options.image)
            let correction = try session.labels(words, of: member)
            try session.save([correction], by: author, force: options.force)
            session.tellLabels(correction, of: member)
        case .edit: try session.edit(session.member(options.image), by: author, force: options.force)
        }
    }
}
