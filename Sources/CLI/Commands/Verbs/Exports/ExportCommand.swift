internal import Exporting
internal import Platform
internal import Report
internal import Storage
internal import Domain

/// `cairn export JOB --to FORMAT --out PATH`: a job's answers as files that other programs open.
enum ExportCommand {
    struct Options: Sendable {
        var job: String?
        var to: ExportOptions.Format?
        var out: FilePath?
        var images: String?
        var features: [FeatureType] = []
        var minScore: Score?
        var pixels: ExportOptions.Pixels?
        var frame: PictureFrame.Kind?
        var isOneFile = false
        var sidecar: ExportOptions.SidecarName?
        var root: String?
        var isFlat = false
        var imageRoot: String?
        var strips = false
        var isDry = false
    }

    /// `--min-score`.
    struct Score: Argument {
        let value: Float

        static func read(_ word: String) -> Score? { Float(word).flatMap { $0.isFinite ? Score(value: $0) : nil } }
        static var expectation: String { "a number like 0.5" }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "export", "writes a job's answers as files that other programs open",
            details: [
                "Without --to it lists the formats.",
                "A second export to the same place writes only what has changed, and removes what is not the job's any more. "
                    + "Files that are not of an export are never touched.",
            ],
            items: items, defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                guard let format = call.options.to else {
                    context.write(
                        ["format", "what"],
                        ExportOptions.Format.allCases.map { [.text($0.rawValue), .text($0.summary)] })
                    return .done
                }
                return try context.export(call.options, as: format)
            }
        }
    }

    private static var items: [Option<Options>] {
        [
            .option("to", \.to, "FORMAT", "what is written"),
            .option(
                "out", \.out, "PATH",
                "the folder, or the file of coco, label-studio and --one-file: a new one, or that of an earlier export of the same kind"
            ),
            .flag("one-file", \.isOneFile, "all pictures in one file of txt, hocr, vision-json or pdf"),
            .option("images", \.images, "SQL", "only images that this query names, by image_id or path"),
            .list("feature", \.features, "FEATURE", "only answers to this feature; any number of times"),
            .option(
                "min-score", \.minScore, "X", "without annotations whose score is lower; of xmp 0.5 unless it is given"),
            .option(
                "picture", \.pixels, "HOW", "the pixels of svg and html: embed (default), link to the file, or none"),
            .option(
                "frame", \.frame, "FRAME",
                "in whose pixels hocr, alto and coco are: of the upright picture (default), or of the file whatever its EXIF"
            ),
            .option(
                "sidecar", \.sidecar, "NAME",
                "the name of the xmp of castle.jpg: ext (default) is castle.jpg.xmp, base is castle.xmp"),
            .option("root", \.root, "NAME", "the keyword of xmp below which labels lie (default: Cairn); empty: none"),
            .flag("no-hierarchy", \.isFlat, "only plain keywords in xmp"),
            .option(
                "image-root", \.imageRoot, "PREFIX",
                "what stands before a picture's path in label-studio (default: /data/local-files/?d=)"),
            .flag("strip", \.strips, "JPEG files in pdf without EXIF and other metadata"),
            .flag("dry-run", \.isDry, "write nothing; say how many files would be written"),
            .argument(\.job, "JOB", "the job's name"),
        ]
    }
}

extension ExportOptions.Format: Argument {
    /// What it is, and what opens it.
    var summary: String {
        switch self {
        case .svg: "a folder with a drawing for each picture, its frames over it; browsers, Inkscape"
        case .html: "a folder with a page for each picture, its frames over it and a table; browsers"
        case .txt: "a folder with the text of each picture as it is read; editors, search"
        case .hocr: "a folder with the text of each picture and its places as hOCR; OCRmyPDF, hocr-tools"
        case .alto: "a folder with the text of each picture and its places as ALTO 4.4; archives, libraries"
        case .visionJSON: "a folder with the answer of the Cloud Vision API for each picture, as it was paid"
        case .xmp: "a folder with keywords and regions of each picture as XMP sidecars; digiKam, darktable, Immich"
        case .pdf: "a folder with a PDF of each picture, in whose text one can search; document viewers"
        case .coco:
            "one file with objects, faces, landmarks, logos and segments; pycocotools, FiftyOne, CVAT, Label Studio"
        case .labelStudio: "one file with tasks and predictions, and its labelling configuration; Label Studio"
        }
    }
}

extension ExportOptions.Pixels: Argument {}
extension ExportOptions.SidecarName: Argument {}
extension PictureFrame.Kind: Argument {}
