internal import Evaluation
internal import Platform
internal import Storage
internal import Domain

/// `cairn evaluate JOB`: compares a machine's answers with what people say is true.
enum EvaluateCommand {
    struct Options: Sendable {
        var job: String?
        var truth: FilePath?
        var names: [NamePair] = []
        var ignoresCase = false
        var precision: Precision?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "evaluate", "says how well a job's answers agree with corrections, or with a file",
            details: [
                "The truth is the corrections of the job that are shown, or a file in COCO's format. "
                    + "Only pictures of which there is a truth count, and of them the newest answers of the machine.",
                "Of labels: average precision, and precision and recall of what is found at all, "
                    + "or from the threshold on that --precision asks for. "
                    + "Of objects: average precision at an IoU of 0.5, as COCO counts it. "
                    + "Of text: the errors for each character and for each word.",
            ],
            items: [
                .option("truth", \.truth, "FILE", "a file in COCO's format with the truth, in place of corrections"),
                .list("map", \.names, "A=B", "what the job calls A is called B in the truth; any number of times"),
                .flag("fold", \.ignoresCase, "compare texts without case and punctuation"),
                .option(
                    "precision", \.precision, "P", "the lowest threshold whose precision is at least P, such as 0.95"),
                .argument(\.job, "JOB", "the job's name", isRequired: true),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let store = try context.open(for: .read)
                let report = try context.evaluation(call.options, in: store)
                context.write(report)
                return .done
            }
        }
    }

    /// `--map A=B`.
    struct NamePair: Argument {
        let own, truth: String

        static func read(_ word: String) -> NamePair? {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? NamePair(own: parts[0], truth: parts[1]) : nil
        }

        static var expectation: String { "two names like tower=Tower" }
    }

    /// `--precision P`.
    struct Precision: Argument {
        let value: Double

        static func read(_ word: String) -> Precision? {
            Double(word).flatMap { $0 > 0 && $0 <= 1 ? Precision(value: $0) : nil }
        }

        static var expectation: String { "a number above 0 and at most 1" }
    }
}

extension CommandContext {
    /// A job's answers beside the truth.
    fileprivate func evaluation(_ options: EvaluateCommand.Options, in store: any Store)
        throws(CommandFailure) -> EvaluationReport
    {
        let job = options.job ?? ""
        let features = try features(of: job, in: store)
        let pictures =
            if let file = options.truth {
                try truth(of: job, in: file, asking: features, store)
            } else {
                try endingCommand { () throws(StoreError) in try store.corrections.truth(of: job) }
            }
        guard !pictures.isEmpty else {
            let reason =
                options.truth.map { "\($0) has no picture of job \(job)" }
                ?? "job \(job) has no corrections to compare with; `cairn correct` makes some, or give --truth FILE.coco.json"
            throw CommandFailure(reason, .backend)
        }
        let names = Dictionary(options.names.map { ($0.own, $0.truth) }) { $1 }
        var evaluation = JobEvaluation(names: names, ignoresCase: options.ignoresCase)
        for picture in pictures {
            let answers = try endingCommand { () throws(StoreError) in
                try store.corrections.machineAnswers(to: picture.member.image, of: job)
            }
            evaluation.add(picture, answers)
        }
        guard evaluation.comparesAnything else {
            let asked = features.map(\.rawValue).joined(separator: ", ")
            let reason =
                options.truth.map { "\($0) tells labels and objects, and job \(job) asks for \(asked)" }
                ?? "the corrections of job \(job) are of no labels, objects or text, which are what is compared"
            throw CommandFailure(reason, .backend)
        }
        for pair in options.names where !evaluation.namesMapped.contains(pair.own) {
            reporter.warn("--map \(pair.own)=\(pair.truth): job \(job) found nothing that it calls \(pair.own)")
        }
        return EvaluationReport(job: job, truth: options.truth, evaluation, precision: options.precision?.value)
    }

    /// What a file in COCO's format says of a job's pictures.
    private func truth(of job: String, in file: FilePath, asking features: [FeatureType], _ store: any Store)
        throws(CommandFailure) -> [TruePicture]
    {
        let bytes = try text(of: file, limit: 1 << 30)
        let coco: CocoFile
        do throws(CocoFile.Problem) { coco = try CocoFile(bytes) } catch {
            throw CommandFailure("\(file): \(error.description)", .badInput)
        }
        let members = try endingCommand { () throws(StoreError) in try store.corrections.members(of: job) }
        let matcher = MemberMatcher(members)
        var pictures: [TruePicture] = []
        var strangers: [String] = []
        var names: [ImageID: String] = [:]
        for picture in coco.pictures {
            let found = matcher.members(atEndOf: picture.name)
            guard let member = found.first else {
                strangers.append(picture.name)
                continue
            }
            guard found.count == 1 else {
                let names = found.prefix(2).map(\.path).joined(separator: " and ")
                throw CommandFailure("\(file): \(picture.name) may be \(names) of job \(job)", .badInput)
            }
            if let size = member.size, let other = picture.size, size != Size(width: other.width, height: other.height)
            {
                throw CommandFailure(
                    "\(file): \(picture.name) is \(other.width) x \(other.height), and \(member.path) is \(size.width) x \(size.height)",
                    .badInput)
            }
            if let other = names.updateValue(picture.name, forKey: member.image) {
                throw CommandFailure("\(file): \(other) and \(picture.name) are both \(member.path)", .badInput)
            }
            pictures.append(TruePicture(member, picture, asking: features))
        }
        if !strangers.isEmpty {
            let names = strangers.prefix(3).joined(separator: ", ")
            reporter.warn(
                "\(HumanFormat.count(strangers.count, "picture")) of \(file) left out, as job \(job) does not have them: \(names)"
            )
        }
        return pictures
    }
}
