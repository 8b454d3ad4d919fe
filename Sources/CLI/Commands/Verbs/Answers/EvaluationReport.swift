internal import Evaluation
internal import Platform
internal import Storage
internal import Text
internal import Domain

/// What an evaluation says, in numbers.
struct EvaluationReport {
    let job: String
    /// The file of the truth; nil: corrections.
    let truth: FilePath?
    let evaluation: JobEvaluation
    /// By their names.
    let labels: [(name: String, evaluation: LabelEvaluation)]
    let boxes: [(name: String, evaluation: BoxEvaluation)]
    /// The precision that is asked of thresholds; nil: none.
    let precision: Double?

    init(job: String, truth: FilePath?, _ evaluation: JobEvaluation, precision: Double?) {
        self.job = job
        self.truth = truth
        self.evaluation = evaluation
        self.precision = precision
        labels = evaluation.labels.sorted { $0.key < $1.key }.map { ($0.key, LabelEvaluation($0.value)) }
        boxes = evaluation.boxes.sorted { $0.key < $1.key }.map { ($0.key, BoxEvaluation($0.value)) }
    }

    /// Precision and recall of a label: of all that is found, or where the precision is that which is asked.
    func rates(of label: LabelEvaluation) -> LabelEvaluation.Rates? {
        precision.map { label.lowest(precision: $0) } ?? label.rates(at: -.infinity)
    }

    var labelPrecision: Double? { mean(labels.map(\.evaluation.averagePrecision)) }
    var boxPrecision: Double? { mean(boxes.map(\.evaluation.averagePrecision)) }
}

extension CommandContext {
    /// Writes a report: tables, or one JSON object.
    func write(_ report: EvaluationReport) {
        let unanswered = report.evaluation.unanswered
        if !unanswered.isEmpty {
            let names = unanswered.prefix(3).joined(separator: ", ")
            let more = unanswered.count > 3 ? " and \(HumanFormat.grouped(unanswered.count - 3)) more" : ""
            reporter.warn("without a machine's answer, which counts as nothing found: \(names)\(more)")
        }
        if common.json { return console.write(String(decoding: report.json.text, as: UTF8.self) + "\n") }
        if report.evaluation.labelled > 0 { writeLabels(report) }
        if report.evaluation.boxed > 0 { writeBoxes(report) }
        if report.evaluation.read > 0 { writeText(report) }
    }

    private func writeLabels(_ report: EvaluationReport) {
        console.write(
            "labels of \(HumanFormat.count(report.evaluation.labelled, "picture")): mean average precision \(number(report.labelPrecision))\n"
        )
        let rows = report.labels.map { name, label in
            let rates = report.rates(of: label)
            let cells = [label.averagePrecision, report.precision == nil ? nil : rates?.threshold]
            return [.text(name), Cell(label.positives)]
                + (cells + [rates?.precision, rates?.recall]).map { Cell.text(number($0)) }
        }
        writeTable(["label", "pictures", "average_precision", "threshold", "precision", "recall"], rows)
        let unreached = report.labels.filter { $0.evaluation.positives > 0 && report.rates(of: $0.evaluation) == nil }
            .map(\.name)
        if let precision = report.precision, !unreached.isEmpty {
            console.write("no threshold gives a precision of \(precision): \(shortList(unreached))\n")
        }
    }

    private func writeBoxes(_ report: EvaluationReport) {
        console.write(
            "objects of \(HumanFormat.count(report.evaluation.boxed, "picture")): mean average precision at an IoU of 0.5 \(number(report.boxPrecision))\n"
        )
        let rows = report.boxes.map { name, boxes in
            [.text(name), Cell(boxes.positives)]
                + [boxes.averagePrecision, boxes.recall].map { Cell.text(number($0)) }
        }
        writeTable(["object", "boxes", "average_precision", "recall"], rows)
    }

    private func writeText(_ report: EvaluationReport) {
        console.write("text of \(HumanFormat.count(report.evaluation.read, "picture"))\n")
        let reading = report.evaluation.reading
        let rows = [("characters", reading.characters), ("words", reading.words)].map { name, count in
            [.text(name), Cell(count.length), Cell(count.errors), Cell.text(number(count.rate))]
        }
        writeTable(["unit", "in_truth", "errors", "error_rate"], rows)
    }

    private func writeTable(_ columns: [String], _ rows: [[Cell]]) {
        let output = console.output
        var writer = RowWriter(
            .table, columns: columns, terminal: console.outputColumns, null: "-", output: { output($0) })
        for row in rows { writer.add(row) }
        writer.finish()
    }

    /// A number to four places; `-` where there is none.
    private func number(_ value: Double?) -> String { value.map { fixed($0, places: 4) } ?? "-" }
}
