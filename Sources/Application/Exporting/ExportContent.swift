internal import Domain
internal import Imaging
internal import Platform
internal import Report
internal import Storage
internal import XMP

/// Makes what stands in the files of an export, an image at a time.
struct ExportContent {
    private let options: ExportOptions
    private let rows: any ExportRows
    private let library: XMPLibrary?
    private let maker = PictureMaker(sharing: MemoryBudget(bytes: .max))
    private let pictures = PDFPictureLoader()

    init(_ options: ExportOptions, _ rows: any ExportRows, library: XMPLibrary?) {
        (self.options, self.rows, self.library) = (options, rows, library)
    }

    /// The file of an image; nil where it cannot be made, which is added to the failures.
    func file(
        of entry: ExportedImage, _ outcome: inout ExportOutcome
    ) throws(CommandFailure) -> [UInt8]? {
        switch options.format {
        case .txt: return Array(TextDocument.plain(try text(of: entry)).utf8)
        case .hocr: return Array(try document(of: entry).hocr.utf8)
        case .alto: return Array(try document(of: entry).alto.utf8)
        case .visionJSON:
            return try response(of: entry, &outcome).map { $0.json + Array("\n".utf8) }
        case .xmp: return try sidecar(of: entry, &outcome)
        case .pdf:
            guard let picture = pdfPicture(of: entry, &outcome) else { return nil }
            var file = PDFFile()
            return file.begin() + file.page(picture, text: try text(of: entry))
                + file.end(title: entry.image.shownPath, key: entry.key)
        case .svg, .html:
            guard let picture = backdrop(of: entry, &outcome) else { return nil }
            return try drawing(of: entry, picture)
        case .coco, .labelStudio: return nil
        }
    }

    /// About how many bytes the file of an image will have.
    func estimate(of entry: ExportedImage) throws(CommandFailure) -> Int64 {
        switch options.format {
        case .pdf: return (entry.files.first.flatMap { try? FileStatus(of: $0.path).bytes } ?? 0) + 4_000
        case .svg, .html:
            if options.pixels == .embed { return embeddedBytes }
            return Int64(try drawing(of: entry, .none).count)
        default:
            var ignored = ExportOutcome()
            return Int64(try file(of: entry, &ignored)?.count ?? 0)
        }
    }

    /// Some answers of an image with all that is in them.
    ///
    /// - Parameter feature: tells by their features which ones.
    func answers(
        of entry: ExportedImage, where feature: (FeatureType) -> Bool = { _ in true }
    ) throws(CommandFailure) -> [ShownAnswer] {
        try entry.answers.filter { feature($0.recipe.feature) }.map { outline throws(CommandFailure) in
            try endingCommand { () throws(StoreError) in try rows.filled(outline) }
        }
    }

    /// The one reading of an image's text.
    func text(of entry: ExportedImage) throws(CommandFailure) -> ShownAnswer {
        try endingCommand { () throws(StoreError) in try rows.filled(entry.answers[0]) }
    }

    /// The same with what tells where it stands.
    func document(of entry: ExportedImage) throws(CommandFailure) -> TextDocument {
        TextDocument(
            name: ExportName.insideFiles(entry.image),
            frame: PictureFrame(options.frame, upright: entry.size, turn: entry.image.key.turn),
            answer: try text(of: entry))
    }

    /// What the Cloud Vision API answered to an image, and to a picture of which size.
    ///
    /// - Returns: nil where not all of it was kept, which is added to the failures.
    func response(
        of entry: ExportedImage, _ outcome: inout ExportOutcome
    ) throws(CommandFailure) -> (json: [UInt8], sent: Size?)? {
        var parts: [VisionDocument.Part] = []
        var sent: Size?
        for response in entry.responses {
            let kept = try endingCommand { () throws(StoreError) in try rows.response(of: response.attempt) }
            guard let kept else { break }
            parts.append((response.features, kept.bytes))
            sent = kept.sent
        }
        guard parts.count == entry.responses.count,
            let json = VisionDocument.json(parts, features: options.features)
        else {
            outcome.failures.append((entry.image.shownPath, "its response was not kept whole"))
            return nil
        }
        return (json, sent)
    }

    /// The pixels of an image for a PDF; nil where no file has them.
    func pdfPicture(of entry: ExportedImage, _ outcome: inout ExportOutcome) -> PDFPicture? {
        do throws(Failure) {
            return try pictures.load(entry.image.key, from: entry.files, strips: options.stripsMetadata)
        } catch {
            outcome.failures.append((entry.image.shownPath, error.message))
            return nil
        }
    }

    private func sidecar(
        of entry: ExportedImage, _ outcome: inout ExportOutcome
    ) throws(CommandFailure) -> [UInt8]? {
        guard let library else { return nil }
        var document = SidecarDocument(
            entry.image, size: entry.size, answers: try answers(of: entry), minScore: options.minScore,
            tags: options.tags)
        guard let xmp = document.xmp(library) else {
            outcome.failures.append((entry.image.shownPath, "\(XMPLibrary.debianPackage) does not take its metadata"))
            return nil
        }
        outcome.withoutArea += document.withoutArea
        return xmp
    }

    private func drawing(of entry: ExportedImage, _ picture: PictureDrawing.Backdrop) throws(CommandFailure) -> [UInt8]
    {
        let all = try answers(of: entry)
        let answers = options.minScore.map { score in all.map { $0.with(minScore: score) } } ?? all
        let drawn = PictureDrawing(title: entry.image.shownPath, size: entry.size, answers: answers)
        return options.format == .svg
            ? Array((drawn.svg(picture) + "\n").utf8) : Array(PicturePage.html(drawn, picture, answers: answers).utf8)
    }

    private func backdrop(of entry: ExportedImage, _ outcome: inout ExportOutcome) -> PictureDrawing.Backdrop? {
        if options.pixels == .none { return PictureDrawing.Backdrop.none }
        if let link = entry.link {
            if entry.image.key.turn != 1 { outcome.turnedLinks += 1 }
            return .linked(link)
        }
        let order = PictureOrder(
            key: entry.image.key, files: entry.files, sizes: [PictureSize(edge: 2048, quality: 85)])
        do throws(Failure) {
            return .embedded(try maker.make(order)[0])
        } catch {
            outcome.failures.append((entry.image.shownPath, error.message))
            return nil
        }
    }
}

/// What an embedded photograph takes as a rule.
private let embeddedBytes: Int64 = 700_000
