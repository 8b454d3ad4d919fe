internal import Crypto
package import Domain
package import Platform
internal import Imaging
internal import Report
internal import Text
package import Storage

/// Writes what was seen in pictures, each into a file of its own: a drawing, or its text.
package struct FolderExport {
    /// One drawing before its pixels are read.
    private struct Drawing {
        let image: ShownImage
        let name: String
        let key: String
        let answers: [ShownAnswer]
        let files: [FileLocation]
        /// The response of a service, where that is what is written.
        var response: [UInt8]?
    }

    private let options: ExportOptions
    private let store: any Store
    private let path: FilePath

    /// An export to a folder.
    package init(_ options: ExportOptions, of store: any Store, to path: FilePath) {
        self.options = options
        self.store = store
        self.path = path
    }

    /// Writes what is new, and takes away what is not wanted any more.
    package func write() throws(CommandFailure) -> ExportOutcome {
        try store.checkJobs([options.job])
        try checkBackends()
        let folder = try ExportFolder(path, format: options.format.rawValue, jobs: [options.job])
        let maker = PictureMaker(sharing: MemoryBudget(bytes: .max))
        var outcome = try each { drawing, outcome throws(CommandFailure) in
            if folder.keeps(drawing.name, key: drawing.key) { return }
            guard options.format.hasPixels else {
                return try folder.write(drawing.name, key: drawing.key, content(of: drawing, .none))
            }
            let picture: PictureDrawing.Backdrop
            do throws(Failure) {
                picture = try self.picture(of: drawing, maker, &outcome)
            } catch {
                outcome.failures.append((drawing.image.shownPath, error.message))
                return
            }
            try folder.write(drawing.name, key: drawing.key, content(of: drawing, picture))
        }
        outcome.changes = try folder.finish()
        return outcome
    }

    /// Counts what `write` would do; bytes are an estimate.
    package func preview() throws(CommandFailure) -> ExportOutcome {
        try checkBackends()
        let record = ExportRecord.read(in: path)
        var names: Set<FilePath> = []
        var changes = ExportFolder.Changes()
        var outcome = try each { drawing, _ throws(CommandFailure) in
            names.insert(FilePath(drawing.name))
            if record?.entry(drawing.name, key: drawing.key, in: path) != nil {
                changes.kept += 1
            } else {
                changes.written += 1
                changes.bytesWritten +=
                    options.pixels == .embed && options.format.hasPixels
                    ? embeddedBytes : Int64(content(of: drawing, .none).count)
            }
        }
        changes.removed = record?.entries.keys.count { !names.contains($0) } ?? 0
        outcome.changes = changes
        return outcome
    }

    /// Calls `body` with each drawing, in the order of the images' names.
    private func each(
        _ body: (Drawing, inout ExportOutcome) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> ExportOutcome {
        var outcome = ExportOutcome()
        try store.export { rows throws(CommandFailure) in
            guard let all = try endingCommand({ () throws(StoreError) in try rows.images(of: options.job) }) else {
                throw CommandFailure(noJob: options.job, among: [])
            }
            let images = options.only.map { only in all.filter(only.contains) } ?? all
            outcome.outside = options.only.map { max(0, $0.count - images.count) } ?? 0
            var before: String?
            for image in images {
                // A name that is read in two ways is two images.
                let isSecond = before == image.path
                before = image.path
                let material = try endingCommand { () throws(StoreError) in try self.material(of: image, rows) }
                guard let material else {
                    outcome.unanswered[image.state, default: 0] += 1
                    continue
                }
                guard let drawing = drawing(of: image, isSecond: isSecond, material, &outcome) else { continue }
                try body(drawing, &outcome)
            }
        }
        return outcome
    }

    /// What a file is made of.
    private typealias Material = (answers: [ShownAnswer], files: [FileLocation], responses: [ShownResponse])

    /// What there is of an image; nil where it has no answer that the format can show.
    private func material(of image: ShownImage, _ rows: any ExportRows) throws(StoreError) -> Material? {
        if options.format == .visionJSON {
            let all = try rows.responses(to: image.id, of: options.job, from: visionBackends)
            let responses = all.filter {
                options.features.isEmpty || !options.features.isDisjoint(with: $0.features)
            }
            return responses.isEmpty ? nil : ([], [], responses)
        }
        let answers = options.shown(try rows.answers(to: image.id, of: options.job))
        return answers.isEmpty ? nil : (answers, try rows.files(of: image.id), [])
    }

    /// Refuses a job none of whose models answers in the form that is asked for.
    private func checkBackends() throws(CommandFailure) {
        guard options.format == .visionJSON else { return }
        let recipes = try store.export { rows throws(CommandFailure) in
            try endingCommand { () throws(StoreError) in try rows.recipes(of: options.job) }
        }
        guard !recipes.isEmpty, !recipes.contains(where: { visionBackends.contains($0.backend) }) else { return }
        throw CommandFailure(
            "--to: vision-json is what the Cloud Vision API answered, and \(options.job) asks a model on this machine; take coco or hocr",
            .badInput)
    }

    private func drawing(
        of image: ShownImage, isSecond: Bool, _ material: Material, _ outcome: inout ExportOutcome
    ) -> Drawing? {
        let (answers, files, responses) = material
        guard image.size != nil || options.format == .txt || options.format == .visionJSON else {
            outcome.failures.append((image.shownPath, "the size of the picture is not known"))
            return nil
        }
        guard
            let name = ExportName.name(
                of: FilePath(image.path), suffix: options.format.suffix,
                mark: isSecond ? "~\(image.key.kind.rawValue)\(image.key.turn)" : "")
        else {
            outcome.failures.append((image.shownPath, "the name is too long for a file"))
            return nil
        }
        if options.format == .visionJSON {
            guard let json = VisionDocument.json(responses, features: options.features) else {
                outcome.failures.append((image.shownPath, "its response was not kept whole"))
                return nil
            }
            return Drawing(
                image: image, name: name, key: Digest(of: json.span).hex, answers: [], files: [], response: json)
        }
        let draft = Drawing(image: image, name: name, key: "", answers: answers, files: files)
        if options.format.isText {
            let key = Digest(of: content(of: draft, .none).span).hex
            return Drawing(image: image, name: name, key: key, answers: answers, files: files)
        }
        let local = files.first { !$0.path.isAddress }.flatMap { try? FileStatus(of: $0.path) }
        let state = local.map { "\($0.bytes) \($0.modifiedNanoseconds) \($0.inode)" } ?? "none"
        // What is drawn, by what pixels, of which file: whatever decides a byte of the drawing.
        let text = content(of: draft, .none) + Array("\(options.pixels.rawValue) \(image.key.digest.hex) \(state)".utf8)
        return Drawing(
            image: image, name: name, key: Digest(of: text.span).hex, answers: answers, files: files)
    }

    private func content(of drawing: Drawing, _ picture: PictureDrawing.Backdrop) -> [UInt8] {
        if let response = drawing.response { return response }
        let size = drawing.image.size ?? Size(width: 1, height: 1)
        if options.format.isText { return drawing.answers.first.map { text(of: drawing, $0, size) } ?? [] }
        let drawn = PictureDrawing(title: drawing.image.shownPath, size: size, answers: drawing.answers)
        switch options.format {
        case .svg: return Array((drawn.svg(picture) + "\n").utf8)
        default: return Array(PicturePage.html(drawn, picture, answers: drawing.answers).utf8)
        }
    }

    private func text(of drawing: Drawing, _ answer: ShownAnswer, _ size: Size) -> [UInt8] {
        let frame = PictureFrame(options.frame, upright: size, turn: drawing.image.key.turn)
        let document = TextDocument(name: ExportName.insideFiles(drawing.image), frame: frame, answer: answer)
        let text =
            switch options.format {
            case .hocr: document.hocr
            case .alto: document.alto
            default: TextDocument.plain(answer)
            }
        return Array(text.utf8)
    }

    private func picture(
        of drawing: Drawing, _ maker: PictureMaker, _ outcome: inout ExportOutcome
    ) throws(Failure) -> PictureDrawing.Backdrop {
        let image = drawing.image
        let isLinkable = image.orientation ?? 1 == image.key.turn && drawing.files.contains { !$0.path.isAddress }
        switch options.pixels {
        case .none: return .none
        case .link where isLinkable:
            if image.key.turn != 1 { outcome.turnedLinks += 1 }
            return .linked(address(of: image.name, from: drawing.name))
        case .link, .embed:
            let size = PictureSize(edge: 2048, quality: 85)
            let order = PictureOrder(key: image.key, files: drawing.files, sizes: [size])
            return .embedded(try maker.make(order)[0])
        }
    }

    /// The way from a drawing to a picture's file.
    private func address(of picture: FilePath, from drawing: String) -> String {
        let up = FilePath(drawing).bytes.count { $0 == UInt8(ascii: "/") }
        let name = percentEncoded(picture.name.bytes, keeping: "-._~")
        return String(repeating: "../", count: up) + path.way(to: picture.directory) + name
    }
}

/// The kinds of backends whose responses are those of the Cloud Vision API.
private let visionBackends = ["vision", "firebase"]
/// What an embedded photograph takes as a rule.
private let embeddedBytes: Int64 = 700_000
