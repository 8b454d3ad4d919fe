package import Domain
package import Platform
internal import Report
package import Storage

/// Writes what has a frame in pictures as one file in COCO's format.
///
/// Three passes over the same moment of the store, so that no more than the classes is gathered of what is in them.
package struct CocoExport {
    private let options: ExportOptions
    private let store: any Store
    private let path: FilePath

    /// What is written in.
    private typealias Sink = ([UInt8]) throws(CommandFailure) -> Void

    /// What the first pass finds.
    private struct Survey {
        var images: [ShownImage] = []
        /// Each class with the number of its first annotation.
        var classes: [CocoClass: Int64] = [:]
        var newest: Timestamp?

        /// A number for each class: the one that it had, else the next one in the order in which they came.
        func numbers(after known: [CocoClass: Int]) -> [CocoClass: Int] {
            var numbers = known
            var next = (known.values.max() ?? 0) + 1
            for (added, _) in classes.filter({ known[$0.key] == nil }).sorted(by: { $0.value < $1.value }) {
                numbers[added] = next
                next += 1
            }
            return numbers
        }
    }

    /// An export to a file.
    package init(_ options: ExportOptions, of store: any Store, to path: FilePath) {
        self.options = options
        self.store = store
        self.path = path
    }

    /// Why the file is not one to export to; nil where nothing would be lost.
    package static func problem(of path: FilePath, job: String) -> CommandFailure? {
        ExportFile.problem(of: path, format: ExportOptions.Format.coco.rawValue, job: job)
    }

    /// Writes the file, unless it is there as it would be written.
    package func write() throws(CommandFailure) -> ExportOutcome {
        try store.checkJobs([options.job])
        let file = try ExportFile(path, format: options.format.rawValue, job: options.job)
        do throws(CommandFailure) {
            var (outcome, numbers) = try export { piece throws(CommandFailure) in try file.append(piece) }
            outcome.changes = try file.finish(numbers)
            return outcome
        } catch {
            file.discard()
            throw error
        }
    }

    /// Counts what `write` would write.
    package func preview() throws(CommandFailure) -> ExportOutcome {
        var bytes: Int64 = 0
        var outcome = try export { bytes += Int64($0.count) }.outcome
        outcome.changes.written = 1
        outcome.changes.bytesWritten = bytes
        return outcome
    }

    private func export(
        to sink: Sink
    ) throws(CommandFailure) -> (outcome: ExportOutcome, numbers: [CocoClass: Int]) {
        var outcome = ExportOutcome()
        var numbers = ExportFile.numbers(beside: path)
        try store.export { rows throws(CommandFailure) in
            let survey = try survey(rows, &outcome)
            numbers = survey.numbers(after: numbers)
            let document = CocoDocument(
                job: options.job, frame: options.frame, numbers: numbers.filter { survey.classes[$0.key] != nil })
            try sink(document.head(newest: survey.newest))
            var isFirst = true
            for image in survey.images {
                let labels = try annotations(of: image, rows).map(\.annotation).filter { $0.kind == .label }
                try put(
                    document.image(
                        image, name: ExportName.insideFiles(image), size: image.size ?? noSize, labels: labels),
                    &isFirst, to: sink)
            }
            try sink(CocoDocument.middle)
            isFirst = true
            for image in survey.images {
                for (number, annotation) in try annotations(of: image, rows) where CocoClass(annotation) != nil {
                    let text = document.annotation(annotation, number: number, of: image, size: image.size ?? noSize)
                    guard let text else {
                        outcome.withoutArea += 1
                        continue
                    }
                    try put(text, &isFirst, to: sink)
                }
            }
            try sink(CocoDocument.tail)
        }
        return (outcome, numbers)
    }

    private func put(_ object: [UInt8], _ isFirst: inout Bool, to sink: Sink) throws(CommandFailure) {
        try sink(Array((isFirst ? "\n" : ",\n").utf8) + object)
        isFirst = false
    }

    private func survey(
        _ rows: any ExportRows, _ outcome: inout ExportOutcome
    ) throws(CommandFailure) -> Survey {
        guard let all = try endingCommand({ () throws(StoreError) in try rows.images(of: options.job) }) else {
            throw CommandFailure(noJob: options.job, among: [])
        }
        let images = options.only.map { only in all.filter(only.contains) } ?? all
        outcome.outside = options.only.map { max(0, $0.count - images.count) } ?? 0
        var survey = Survey()
        var stems: Set<FilePath> = []
        for image in images {
            let answers = try answers(to: image, rows)
            guard !answers.isEmpty else {
                outcome.unanswered[image.state, default: 0] += 1
                continue
            }
            guard image.size != nil else {
                outcome.failures.append((image.shownPath, "the size of the picture is not known"))
                continue
            }
            survey.images.append(image)
            if !stems.insert(stem(of: image)).inserted { outcome.twins += 1 }
            for answer in answers {
                survey.newest = max(survey.newest ?? answer.annotatedAt, answer.annotatedAt)
                for (place, annotation) in answer.annotations.enumerated() where options.shows(annotation) {
                    guard let found = CocoClass(annotation) else { continue }
                    survey.classes[found] = min(survey.classes[found] ?? .max, answer.annotationID(at: place))
                }
            }
        }
        return survey
    }

    /// The name of a picture without its ending.
    private func stem(of image: ShownImage) -> FilePath {
        let bytes = FilePath(image.path).bytes
        let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > name else { return FilePath(bytes: bytes) }
        return FilePath(bytes: Array(bytes[..<dot]))
    }

    private func answers(to image: ShownImage, _ rows: any ExportRows) throws(CommandFailure) -> [ShownAnswer] {
        let all = try endingCommand { () throws(StoreError) in try rows.answers(to: image.id, of: options.job) }
        let wanted = options.features.isEmpty ? framed : options.features.intersection(framed)
        return all.filter { wanted.contains($0.recipe.feature) }
    }

    /// What is written of an image, each with its number, in the order of the file.
    private func annotations(
        of image: ShownImage, _ rows: any ExportRows
    ) throws(CommandFailure) -> [(number: Int64, annotation: Annotation)] {
        try answers(to: image, rows).flatMap { answer in
            answer.annotations.enumerated().filter { options.shows($0.element) }
                .map { (number: answer.annotationID(at: $0.offset), annotation: $0.element) }
        }.sorted { ($0.annotation.rank, $0.number) < ($1.annotation.rank, $1.number) }
    }
}

/// The features whose answers have frames or labels.
private let framed: Set<FeatureType> = [
    .faceDetection, .landmarkDetection, .logoDetection, .labelDetection, .productSearch, .objectLocalization,
    .imageSegmentation,
]

private let noSize = Size(width: 1, height: 1)
