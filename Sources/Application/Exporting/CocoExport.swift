internal import Domain
internal import Report

/// Writes what has a frame in pictures as one file in COCO's format.
///
/// Three passes over the same moment of the store, so that no more than the classes is gathered of what is in them.
struct CocoExport {
    private let options: ExportOptions
    private let pass: ExportPass
    private let content: ExportContent

    init(_ options: ExportOptions, _ pass: ExportPass, _ content: ExportContent) {
        (self.options, self.pass, self.content) = (options, pass, content)
    }

    /// Writes the file.
    ///
    /// - Parameter known: the numbers that classes had in the export before.
    /// - Returns: the numbers that they have.
    func write(
        after known: [CocoClass: Int], _ outcome: inout ExportOutcome, to sink: FileExport.Sink
    ) throws(CommandFailure) -> [CocoClass: Int] {
        // Each class with the number of its first annotation.
        var classes: [CocoClass: Int64] = [:]
        var newest: Timestamp?
        var uncounted = ExportOutcome()
        try each(&uncounted) { entry, annotations, _ in
            newest = (entry.answers.map(\.annotatedAt) + (newest.map { [$0] } ?? [])).max()
            for (number, annotation) in annotations {
                guard let found = CocoClass(annotation) else { continue }
                classes[found] = min(classes[found] ?? .max, number)
            }
        }
        let numbers = numbers(of: classes, after: known)
        let document = CocoDocument(
            job: options.job, frame: options.frame, numbers: numbers.filter { classes[$0.key] != nil })
        try sink(document.head(newest: newest))
        var separator = "\n"
        try pass.each(&uncounted) { entry, _ throws(CommandFailure) in
            let labels = try annotations(of: entry, areLabels: true).map(\.annotation).filter { $0.kind == .label }
            let name = ExportName.insideFiles(entry.image)
            try sink(
                Array(separator.utf8) + document.image(entry.image, name: name, size: entry.size, labels: labels))
            separator = ",\n"
        }
        try sink(CocoDocument.middle)
        separator = "\n"
        try each(&outcome) { entry, annotations, outcome throws(CommandFailure) in
            for (number, annotation) in annotations where CocoClass(annotation) != nil {
                let text = document.annotation(annotation, number: number, of: entry.image, size: entry.size)
                guard let text else {
                    outcome.withoutArea += 1
                    continue
                }
                try sink(Array(separator.utf8) + text)
                separator = ",\n"
            }
        }
        try sink(CocoDocument.tail)
        return numbers
    }

    /// A number for each class: the one that it had, else the next one in the order in which they came.
    private func numbers(of classes: [CocoClass: Int64], after known: [CocoClass: Int]) -> [CocoClass: Int] {
        var numbers = known
        var next = (known.values.max() ?? 0) + 1
        for (added, _) in classes.filter({ known[$0.key] == nil }).sorted(by: { $0.value < $1.value }) {
            numbers[added] = next
            next += 1
        }
        return numbers
    }

    /// Calls `body` with each image and what is in it but labels.
    private func each(
        _ outcome: inout ExportOutcome,
        _ body: (ExportedImage, [(number: Int64, annotation: Annotation)], inout ExportOutcome) throws(CommandFailure)
            -> Void
    ) throws(CommandFailure) {
        try pass.each(&outcome) { entry, outcome throws(CommandFailure) in
            try body(entry, try annotations(of: entry, areLabels: false), &outcome)
        }
    }

    /// What is written of an image, each with its number, in the order of the file.
    private func annotations(
        of entry: ExportedImage, areLabels: Bool
    ) throws(CommandFailure) -> [(number: Int64, annotation: Annotation)] {
        var found: [(number: Int64, annotation: Annotation)] = []
        for answer in try content.answers(of: entry, where: { ($0 == .labelDetection) == areLabels }) {
            for (place, annotation) in answer.annotations.enumerated() where annotation.reaches(options.minScore) {
                found.append((answer.annotationID(at: place), annotation))
            }
        }
        return found.sorted { ($0.annotation.rank, $0.number) < ($1.annotation.rank, $1.number) }
    }
}
