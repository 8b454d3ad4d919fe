internal import Platform
internal import ShortAnswers
internal import Storage
internal import Domain

/// The corrections of one job, as a command makes and shows them.
struct CorrectionSession {
    let context: CommandContext
    let job: String
    let corrections: any Corrections
    /// What the job asks, but for embeddings: no person writes a model's numbers.
    let features: [FeatureType]

    static let columns = ["image_id", "path", "feature", "generation", "state", "author", "saved_at"]

    init(_ context: CommandContext, _ job: String, in store: any Store) throws(CommandFailure) {
        self.context = context
        self.job = job
        corrections = store.corrections
        features = try context.features(of: job, in: store).filter { $0 != .imageEmbedding }
    }

    /// The name of the person who corrects: as given, or the user.
    func author(_ name: String?) throws(CommandFailure) -> String {
        let author = name ?? userName() ?? "user \(userNumber())"
        guard !author.isEmpty else { throw CommandFailure("--as: give a name", .badInput) }
        return author
    }

    /// The picture that a word names: by its path, or by its number where no path is called so.
    func member(_ word: String?) throws(CommandFailure) -> JobMember {
        guard let word else {
            throw CommandFailure(
                "correct: which picture? Give its path behind the job's name: `cairn correct \(job) photos/a.jpg ...`",
                .badInput)
        }
        let found = try endingCommand { () throws(StoreError) in
            let named = try corrections.members(of: job, named: FilePath(word))
            guard named.isEmpty, let number = Int64(word) else { return named }
            return try corrections.member(ImageID(number), of: job).map { [$0] } ?? []
        }
        guard let member = found.first else {
            throw CommandFailure(
                "job \(job) has no picture \(word); `cairn query \"select image_id, path from job_images where job = '\(job)'\"` lists them",
                .badInput)
        }
        guard found.count == 1 else {
            let numbers = found.map { "\($0.image.value)" }.joined(separator: " and ")
            throw CommandFailure(
                "\(word) is several images of job \(job), as it is read in several ways; give a number: \(numbers)",
                .badInput)
        }
        return member
    }

    /// Saves corrections, and says so.
    func save(_ corrections: [Correction], by author: String, force: Bool) throws(CommandFailure) {
        let given = force ? corrections.map { $0.withoutBase } : corrections
        let outcome = try endingCommand { () throws(StoreError) in
            try self.corrections.save(given, of: job, by: author)
        }
        switch outcome {
        case .saved(let count):
            let rest = given.count - count
            let words = count > 0 ? "\(HumanFormat.count(count, "correction")) saved by \(author)" : nil
            let unchanged = rest > 0 ? "\(HumanFormat.grouped(rest)) unchanged" : nil
            context.reporter.say([words, unchanged].compactMap { $0 }.joined(separator: ", "))
            if context.common.json { try write { record in given.contains { $0.image == record.image } } }
        case .notAMember(let image):
            throw CommandFailure("image \(image.value) has left job \(job); nothing was saved", .badInput)
        case .newer(let records): throw newer(records)
        }
    }

    /// Says which labels a saved correction shows, since those of the machine that were not named stay.
    func tellLabels(_ correction: Correction, of member: JobMember) {
        let labels = correction.annotations.map(\.description)
        guard let last = labels.last else { return context.reporter.say("\(member.path) shows no label now") }
        context.reporter.say(
            "\(member.path) shows \(labels.joined(separator: ", ")) now; --labels=-\(last) would take away \(last)")
    }

    /// That others saved meanwhile.
    private func newer(_ records: [CorrectionRecord]) -> CommandFailure {
        let shown = records.prefix(3).map { record in
            let what = ShortAnswerList(record.feature)?.rawValue ?? record.feature.rawValue
            return
                "\(what) of \(record.path) by \(record.author) on \(HumanFormat.moment(record.savedAt)) (generation \(record.generation))"
        }
        let more = records.count > 3 ? " and \(HumanFormat.grouped(records.count - 3)) more" : ""
        return CommandFailure(
            "corrected since this was begun: \(shown.joined(separator: ", "))\(more); nothing was saved. "
                + "`cairn correct \(job) --list` shows them, and --force saves yours", .badInput)
    }

    /// Shows the machine's answers to a picture again, and says so.
    func undo(_ member: JobMember) throws(CommandFailure) {
        let features = try endingCommand { () throws(StoreError) in try corrections.undo(member.image, of: job) }
        context.reporter.say(
            features.isEmpty
                ? "\(member.path) has no correction to undo"
                : "\(HumanFormat.count(features.count, "correction")) of \(member.path) undone")
        if context.common.json { try write { $0.image == member.image } }
    }

    /// Shows what was ever corrected, of one picture or of all.
    func list(_ word: String?) throws(CommandFailure) {
        let member = try word.map { word throws(CommandFailure) in try self.member(word) }
        try write { member == nil || $0.image == member?.image }
    }

    private func write(where isWanted: (CorrectionRecord) -> Bool) throws(CommandFailure) {
        let records = try endingCommand { () throws(StoreError) in try corrections.history(of: job) }
        context.write(
            CorrectionSession.columns,
            records.filter(isWanted).map { record in
                [
                    .integer(record.image.value), .text(record.path), .text(record.feature.rawValue),
                    Cell(record.generation), .text(record.state.rawValue), .text(record.author),
                    .text(record.savedAt.iso8601),
                ]
            }, heads: 2)
    }
}

extension Correction {
    /// The same, whichever correction is current.
    fileprivate var withoutBase: Correction {
        Correction(image: image, feature: feature, annotations: annotations, base: nil)
    }
}

extension CommandContext {
    /// What a job asks; an error where the store has no such job.
    func features(of job: String, in store: any Store) throws(CommandFailure) -> [FeatureType] {
        let found = try endingCommand { () throws(StoreError) in try store.corrections.features(of: job) }
        guard let found else {
            let known = try store.read { reports throws(StoreError) in try reports.jobNames() }
            throw CommandFailure(noJob: job, among: known)
        }
        return found
    }
}
