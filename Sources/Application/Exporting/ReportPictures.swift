internal import Domain
internal import Platform
internal import Report
internal import Storage

/// The thumbnails and larger views of a report: those that are there stay, the others are made.
struct ReportPictures {
    /// A picture with the files that it lacks.
    private struct Missing {
        let image: ShownImage
        let names: [(name: String, size: PictureSize)]
        var files: [FileLocation] = []
    }

    private let options: ReportOptions
    private var available: Set<String> = []
    private var missing: [Missing] = []

    init(_ options: ReportOptions) { self.options = options }

    /// How many pictures are made.
    var missingCount: Int { missing.count }

    /// Their bytes, by what photographs take as a rule.
    var missingBytes: Int64 {
        missing.reduce(0) { sum, picture in
            sum + picture.names.reduce(0) { $0 + Int64($1.size.edge * $1.size.edge) / 8 }
        }
    }

    /// Looks which pictures of some jobs' images are there.
    mutating func plan(_ jobs: [[ShownImage]], in folder: ExportFolder) {
        let count = jobs.reduce(0) { $0 + $1.count }
        let sizes = [
            (Self.thumbnail(of:), options.thumbnailSize(images: count)),
            (Self.view(of:), options.viewSize(images: count)),
        ]
        var planned: Set<String> = []
        for image in jobs.joined() where image.key.kind != .reference && planned.insert(image.pictureName).inserted {
            var lacking: [(name: String, size: PictureSize)] = []
            for case (let name, let size?) in sizes {
                let file = name(image)
                if folder.keeps(file, key: size.key) { available.insert(file) } else { lacking.append((file, size)) }
            }
            // What has no format is not a picture, and has failed.
            if !lacking.isEmpty, !image.isMissing, image.format != nil {
                missing.append(Missing(image: image, names: lacking))
            }
        }
    }

    /// Finds the files of the pictures that are made.
    mutating func find(in rows: any ExportRows) throws(CommandFailure) {
        for index in missing.indices {
            let image = missing[index].image
            missing[index].files = try endingCommand { () throws(StoreError) in try rows.files(of: image.id) }
        }
    }

    /// Makes what is missing and writes it.
    ///
    /// - Returns: the pictures that could not be made, with the reason.
    mutating func make(in folder: ExportFolder) throws(CommandFailure) -> [(path: String, reason: String)] {
        guard !missing.isEmpty else { return [] }
        var failures: [(path: String, reason: String)] = []
        let missing = missing
        var made: Set<String> = []
        try PicturePool().make(missing.count) { number throws(CommandFailure) -> PictureOrder? in
            let picture = missing[number]
            // Files on the web are not fetched for a report.
            guard picture.files.contains(where: { !$0.path.isAddress }) else { return nil }
            return PictureOrder(
                key: picture.image.key, files: picture.files, sizes: picture.names.map(\.size))
        } body: { result throws(CommandFailure) in
            let picture = missing[result.order]
            switch result.outcome {
            case .failure(let failure): failures.append((picture.image.shownPath, failure.message))
            case .success(let files):
                for ((name, size), bytes) in zip(picture.names, files) {
                    try folder.write(name, key: size.key, bytes)
                    made.insert(name)
                }
            }
        }
        available.formUnion(made)
        return failures
    }

    func hasThumbnail(of image: ShownImage) -> Bool { available.contains(Self.thumbnail(of: image)) }

    func hasView(of image: ShownImage) -> Bool { available.contains(Self.view(of: image)) }

    private static func thumbnail(of image: ShownImage) -> String { "t/\(image.pictureName).jpg" }

    private static func view(of image: ShownImage) -> String { "p/\(image.pictureName).jpg" }
}
