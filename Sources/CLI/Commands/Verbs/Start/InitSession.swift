internal import Domain
internal import Manifest
internal import ModelHosting
internal import Planning
internal import Platform
internal import Storage
internal import Submitting

/// One call of `cairn init`: looks, asks, writes the manifest, and downloads a model where a person wants it.
struct InitSession {
    private let context: CommandContext
    private let options: InitCommand.Options
    /// The current folder, in which the manifest lies unless another one is named.
    private let here: FilePath
    /// The folder of pictures, absolute.
    private let folder: FilePath
    /// The manifest, as it is named to people.
    private let file: FilePath
    private let job: String

    init(_ context: CommandContext, _ options: InitCommand.Options) throws(CommandFailure) {
        self.context = context
        self.options = options
        here = try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            try FilePath.currentFolder()
        }
        let named = here.appending(options.folder ?? FilePath(".")).normalized
        // A picture stands for its folder.
        let isFile = (try? FileStatus(of: named))?.kind == .file
        folder = isFile ? named.directory : named
        job = JobName.nearest(to: folder.name.description) ?? "pictures"
        file = options.out ?? FilePath("\(job).yaml")
        if options.sha256 != nil, !(options.model?.isAddress ?? false) {
            throw CommandFailure("--sha256 goes with --model and an address", .badInput)
        }
    }

    /// Does it; answers the exit code.
    mutating func run() throws(CommandFailure) -> ExitCode {
        try refuseExisting()
        let model = options.model.flatMap { $0.isAddress ? nil : $0 }
        let place = try Surroundings(relative(folder), in: here, model: model, context.backendEnvironment())
        guard place.pictures > 0 else {
            let others = place.skipped.text.map { ", only \($0)" } ?? ""
            throw CommandFailure("\(folder) has no picture that Cairn reads\(others); nothing was written", .badInput)
        }
        context.reporter.say(
            "\(folder == here ? "this folder" : relative(folder).description): "
                + ([HumanFormat.count(place.pictures, "picture")] + [place.skipped.text].compactMap(\.self))
                .joined(separator: ", "))
        for words in place.unusedModels { context.reporter.say("  left out: \(words)") }
        let choices = try choices(in: place)
        let backend = try choose(among: choices, in: place)
        var manifest = StarterManifest(
            job: job, file: file, folder: relative(folder), backend: backend, place: place, now: context.clock.now())
        manifest.directory = directory
        let plan = try price(&manifest)
        try write(manifest)
        report(manifest, plan)
        try offerDownload(of: backend)
        return .done
    }

    /// What may answer, by the options; an error where nothing can.
    private func choices(in place: Surroundings) throws(CommandFailure) -> [FirstBackend] {
        let address = options.model.flatMap { $0.isAddress ? $0 : nil }
        var all = FirstBackend.choices(in: place, offering: .mobileNet)
        if let address {
            all = [.download(PublicModel(address: address.description, sha256: options.sha256))]
        } else if options.model != nil {
            all = all.filter { if case .model = $0 { true } else { false } }
        }
        if let kind = options.kind {
            all = all.filter { $0.kind.rawValue == kind.rawValue }
            if kind == .vision, all.isEmpty {
                all = [
                    .vision(
                        auth: "apiKey: env:GOOGLE_API_KEY", place.arePages ? .documentTextDetection : .labelDetection)
                ]
            }
        }
        guard all.isEmpty else { return all }
        let reasons =
            place.unusedModels + (place.hasLiteRT ? [] : ["LiteRT is not here, which runs models"])
            + (place.language == nil ? ["no language of Tesseract is here"] : [])
            + (place.auth == nil ? ["no key for the Cloud Vision API is set"] : [])
        throw CommandFailure(
            "nothing that is asked for can answer here: \(reasons.joined(separator: "; ")); `cairn doctor` says what to install. "
                + "Nothing was written", .backend)
    }

    /// Asks a person what is wanted; without a terminal the first is taken.
    private func choose(among choices: [FirstBackend], in place: Surroundings) throws(CommandFailure) -> FirstBackend {
        let console = context.console
        guard choices.count > 1, console.isInteractive, console.errorColumns != nil, !context.common.json else {
            return choices[0]
        }
        console.say("What do you want to know of them?")
        for (index, choice) in choices.enumerated() {
            console.say("  \(index + 1)  \(choice.title)")
        }
        while true {
            guard let answer = console.answer(to: "1 to \(choices.count), or Enter for 1:") else {
                throw CommandFailure("nothing was written", .capReached)
            }
            let number = answer.isEmpty ? 1 : Int(answer) ?? 0
            if choices.indices.contains(number - 1) { return choices[number - 1] }
        }
    }

    /// Works out what the first run costs, and writes it into the manifest; nil where nothing is billed.
    private func price(_ manifest: inout StarterManifest) throws(CommandFailure) -> JobPlan? {
        guard case .vision = manifest.backend else {
            manifest.price = "no cost, and no picture leaves this machine"
            return nil
        }
        let path = here.appending(file).normalized
        let found = ManifestReader.examine(Array(manifest.text.utf8), file: path, workingDirectory: here)
        guard let job = found.job else { throw CommandFailure(found) }
        let plan = try context.withJobs(on: context.open(for: .preview), certificates: options.cacert, sends: false) {
            jobs throws(CommandFailure) in
            try jobs.submitter.plan(job, manifest: path, .fast)
        }
        let high = plan.cost.maxMicroDollars ?? 0
        manifest.price =
            "\(HumanFormat.count(plan.units, "unit")), \(HumanFormat.upTo(high))"
            + ((plan.cost.minMicroDollars ?? high) < high ? ", less what is left of the month's free units" : "")
        manifest.dollarsPerMonth = max(1, (high + 999_999) / 1_000_000)
        return plan
    }

    private func refuseExisting() throws(CommandFailure) {
        let path = here.appending(file)
        guard FileStatus.isLink(path) || (try? FileStatus(of: path)) != nil else { return }
        throw CommandFailure(
            "\(file) is there already, and nothing was written; run it with `cairn run \(Hints.quoted(file))`, "
                + "or name another file with --out", .badInput)
    }

    private func write(_ manifest: StarterManifest) throws(CommandFailure) {
        let found = ManifestReader.examine(
            Array(manifest.text.utf8), file: here.appending(file).normalized, workingDirectory: here)
        guard found.job != nil else { throw CommandFailure(found) }
        do throws(SystemError) {
            try AtomicFile(of: here.appending(file)).publish(Array(manifest.text.utf8))
        } catch {
            throw error.code == "EEXIST"
                ? CommandFailure("\(file) is there already, and nothing was written", .badInput)
                : CommandFailure("cannot write \(file): \(error.reason)", .noAnswer)
        }
    }

    private func report(_ manifest: StarterManifest, _ plan: JobPlan?) {
        if context.common.json {
            var object = JSONObject()
            object.add("manifest", .text(file.bytes))
            object.add("job", .text(job))
            object.add("backend", .text(manifest.backend.kind.rawValue))
            object.add("pictures", Cell(manifest.place.pictures))
            object.add("units", Cell(plan?.units ?? 0))
            object.add("usd_high", Cell.dollars(plan?.cost.maxMicroDollars ?? 0))
            return context.console.output(object.text + [0x0A])
        }
        context.reporter.say("wrote \(file): \(manifest.backend.title)")
        context.reporter.say(
            "the first run asks \(HumanFormat.count(manifest.place.pictures, "picture")): \(manifest.price ?? "")")
        context.reporter.say(command: "cairn run \(Hints.quoted(file))")
    }

    /// Downloads the model of the manifest where a person says yes.
    private func offerDownload(of backend: FirstBackend) throws(CommandFailure) {
        guard case .download(let model) = backend else { return }
        let console = context.console
        guard console.isInteractive, console.errorColumns != nil, !context.common.json else {
            return context.reporter.say("the first run downloads the model: \(model.origin)")
        }
        console.say("the model: \(model.origin)")
        guard console.confirms("Download it now?") else {
            return context.reporter.say("nothing was downloaded; the first run does it")
        }
        guard let hosted = try context.job(at: file).job.backend.hosted else { return }
        try context.withModels(certificates: options.cacert, log: nil) { models, _ throws(CommandFailure) in
            _ = try endingCommand { () throws(HostingError) in try models.update(hosted) }
        }
    }

    /// A folder as a manifest in the current folder names it.
    private func relative(_ path: FilePath) -> FilePath {
        path == here ? FilePath(".") : directory == here ? path.relative(to: here) ?? path : path
    }

    /// The manifest's folder.
    private var directory: FilePath { here.appending(file).normalized.directory }
}
