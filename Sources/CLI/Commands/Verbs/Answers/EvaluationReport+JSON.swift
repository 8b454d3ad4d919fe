internal import Evaluation
internal import Platform
internal import Storage

extension EvaluationReport {
    /// The report as `evaluate --json` writes it; docs/reference.md explains the fields.
    var json: JSONObject {
        var object = JSONObject()
        object.add("job", .text(job))
        object.add("truth", Cell(truth?.description))
        object.add("unanswered", list: evaluation.unanswered.map { .text($0) })
        object.add("labels", evaluation.labelled > 0 ? labelObject : nil)
        object.add("objects", evaluation.boxed > 0 ? boxObject : nil)
        object.add("text", evaluation.read > 0 ? textObject : nil)
        return object
    }

    private var labelObject: JSONObject {
        object(pictures: evaluation.labelled, mean: labelPrecision, labels) { label, line in
            line.add("pictures", Cell(label.positives))
            line.add("average_precision", real(label.averagePrecision))
            line.add("thresholds", (0..<10).map { rates(label.rates(at: Double($0) / 10)) })
            if let precision { line.add("at_precision", label.lowest(precision: precision).map(rates)) }
        }
    }

    private var boxObject: JSONObject {
        object(pictures: evaluation.boxed, mean: boxPrecision, boxes) { boxes, line in
            line.add("boxes", Cell(boxes.positives))
            line.add("average_precision", real(boxes.averagePrecision))
            line.add("recall", real(boxes.recall))
        }
    }

    /// The part about labels or boxes, with a line for each class.
    private func object<Evaluation>(
        pictures: Int, mean: Double?, _ classes: [(name: String, evaluation: Evaluation)],
        add: (Evaluation, inout JSONObject) -> Void
    ) -> JSONObject {
        var object = JSONObject()
        object.add("pictures", Cell(pictures))
        object.add("mean_average_precision", real(mean))
        object.add(
            "classes",
            classes.map { name, evaluation in
                var line = JSONObject()
                line.add("description", .text(name))
                add(evaluation, &line)
                return line
            })
        return object
    }

    private var textObject: JSONObject {
        var object = JSONObject()
        object.add("pictures", Cell(evaluation.read))
        for (name, count) in [("character", evaluation.reading.characters), ("word", evaluation.reading.words)] {
            object.add("\(name)s", Cell(count.length))
            object.add("\(name)_errors", Cell(count.errors))
            object.add("\(name)_error_rate", real(count.rate))
        }
        return object
    }

    private func rates(_ rates: LabelEvaluation.Rates) -> JSONObject {
        var object = JSONObject()
        object.add("threshold", .real(rates.threshold))
        object.add("precision", real(rates.precision))
        object.add("recall", real(rates.recall))
        return object
    }

    private func real(_ value: Double?) -> Cell { value.map { .real($0) } ?? .null }
}
