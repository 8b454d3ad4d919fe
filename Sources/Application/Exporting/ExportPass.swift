internal import Crypto
internal import Domain
internal import Platform
internal import Report
internal import Storage
internal import Text

/// One way through the images of an export, in the order of their names.
struct ExportPass {
    let options: ExportOptions
    let rows: any ExportRows
    /// The folder of the files; nil where all are one.
    let folder: FilePath?
    /// The version of a library that decides bytes.
    let libraryVersion: String

    /// Calls `body` with each image that is exported; the others are counted.
    func each(
        _ outcome: inout ExportOutcome,
        _ body: (ExportedImage, inout ExportOutcome) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let seed = try seed()
        var selected = 0
        var before: String?
        var stems = NameStems()
        let isKnown = try rows.eachImage(of: options.job) { image throws(CommandFailure) in
            if let only = options.only, !only.contains(image) { return }
            selected += 1
            // A name that is read in two ways is two images.
            let isSecond = before == image.path
            before = image.path
            guard let found = try found(of: image) else {
                outcome.unanswered[image.state, default: 0] += 1
                return
            }
            let isTwin = !isSecond && stems.repeats(FilePath(image.path))
            if isTwin, options.format == .coco { outcome.twins += 1 }
            let entry: ExportedImage
            do throws(Omission) {
                if isTwin, options.format == .xmp, options.sidecarName == .base { throw .sharedSidecar }
                entry = try self.entry(of: image, isSecond: isSecond, found, seed: seed)
            } catch {
                outcome.failures.append((image.shownPath, error.rawValue))
                return
            }
            try body(entry, &outcome)
        }
        guard isKnown else { throw CommandFailure(noJob: options.job, among: []) }
        outcome.outside = options.only.map { max(0, $0.count - selected) } ?? 0
    }

    /// What tells whether one file of all would be written again as it is.
    func key(_ outcome: inout ExportOutcome) throws(CommandFailure) -> String {
        var key = ""
        try each(&outcome) { entry, _ throws(CommandFailure) in
            key = Digest(of: Array((key + entry.key).utf8).span).hex
        }
        return key.isEmpty ? try seed() : key
    }

    /// Why an image has no file.
    private enum Omission: String, Error {
        case withoutSize = "the size of the picture is not known"
        case longName = "the name is too long for a file"
        case sharedSidecar = "a picture before has the same name but for its ending, and one sidecar cannot be of both"
    }

    /// What of an image is exported.
    private typealias Material = (answers: [ShownAnswer], responses: [ShownResponse], files: [FileLocation])

    /// What there is of an image; nil where it has no answer that the format can show.
    private func found(of image: ShownImage) throws(CommandFailure) -> Material? {
        try endingCommand { () throws(StoreError) in
            if options.format == .visionJSON {
                let responses = try rows.responses(to: image.id, of: options.job, from: visionBackends).filter {
                    options.features.isEmpty || !options.features.isDisjoint(with: $0.features)
                }
                return responses.isEmpty ? nil : ([], responses, [])
            }
            let answers = options.chosen(try rows.outlines(to: image.id, of: options.job))
            guard !answers.isEmpty else { return nil }
            let needsPixels = options.format == .pdf || options.format.isDrawing && options.pixels != .none
            return (answers, [], needsPixels ? try rows.files(of: image.id) : [])
        }
    }

    private func entry(
        of image: ShownImage, isSecond: Bool, _ found: Material, seed: String
    ) throws(Omission) -> ExportedImage {
        let format = options.format
        if image.size == nil, format.needsSize { throw .withoutSize }
        let isBase = format == .xmp && options.sidecarName == .base
        let name = ExportName.name(
            of: FilePath(image.path), suffix: format.suffix,
            mark: isSecond ? "~\(image.key.kind.rawValue)\(image.key.turn)" : "", keepsEnding: !isBase)
        guard let name else { throw .longName }
        let link = link(to: image, from: name)
        let files = link == nil ? found.files : []
        var text = "\(seed) \(image.id.value) \(image.key.kind.rawValue) \(image.key.digest.hex) \(image.key.page) "
        text += "\(image.key.turn) \(image.size?.width ?? 0) \(image.size?.height ?? 0) \(link ?? "")"
        for answer in found.answers {
            // A store that was made again numbers from the beginning.
            text += " \(answer.id.value) \(answer.annotatedAt.milliseconds) \(answer.recipe.feature.rawValue) "
            text += "\(answer.recipe.backend) \(answer.recipe.model)"
        }
        for response in found.responses {
            let features = response.features.map(\.rawValue).joined(separator: ",")
            text += " \(response.attempt.value) \(response.answeredAt.milliseconds) \(features)"
        }
        if let file = files.first(where: { !$0.path.isAddress }), let state = try? FileStatus(of: file.path) {
            text += " \(state.bytes) \(state.modifiedNanoseconds) \(state.inode)"
        }
        text += " \(ExportName.insideFiles(image))"
        return ExportedImage(
            image: image, size: image.size ?? Size(width: 1, height: 1), name: name,
            key: Digest(of: Array(text.utf8).span).hex, answers: found.answers, responses: found.responses,
            files: files, link: link)
    }

    /// The way from a drawing to a picture's file; nil where it embeds the pixels or has none.
    private func link(to image: ShownImage, from drawing: String) -> String? {
        guard let folder, options.format.isDrawing, options.pixels == .link, !image.name.isAddress,
            image.orientation ?? 1 == image.key.turn
        else { return nil }
        let up = FilePath(drawing).bytes.count { $0 == UInt8(ascii: "/") }
        let name = percentEncoded(image.name.name.bytes, keeping: "-._~")
        return String(repeating: "../", count: up) + folder.way(to: image.name.directory) + name
    }

    /// What decides the bytes of all files.
    private func seed() throws(CommandFailure) -> String {
        let rereads = try endingCommand { () throws(StoreError) in try rows.rereadCount() }
        return "\(writerVersion) \(programVersion) \(libraryVersion) \(rereads) \(options.key)"
    }
}

/// The kinds of backends whose responses are those of the Cloud Vision API.
let visionBackends = ["vision", "firebase"]
/// Is raised whenever the program writes other bytes than before of the same answers.
private let writerVersion = 1
