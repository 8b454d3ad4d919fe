internal import LiteRT
internal import Domain
internal import Text

extension TFLitePlan {
    /// What a model's outputs say of one picture.
    ///
    /// - Parameters:
    ///   - outputs: the bytes of every output for this picture, in the model's order.
    ///   - shapes: the dimensions of every output for one picture.
    ///   - size: the size of the prepared picture.
    ///   - placement: where the original's points are in it.
    func answer(
        _ outputs: [[UInt8]], shapes: [[Int]], size: Size, _ placement: Placement
    ) throws(Failure) -> LocalAnswer {
        var answers: [Answer] = []
        for (recipe, reading) in zip(recipes, output.readings) {
            let annotations =
                switch reading {
                case .scores(let index, let scoring): classify(try numbers(index, outputs), scoring)
                case .objects(let boxes, let classes, let scores, let count, let scoring):
                    try locate(
                        detections(boxes, classes, scores, count, outputs).objects(in: size, placement), scoring)
                case .embeddings(let indexes): try embed(indexes, outputs)
                case .segments(let reading):
                    try segment(
                        try numbers(reading.index, outputs), reading, of: reading.size(in: shapes[reading.index]), size,
                        placement)
                case .tensors(let indexes):
                    indexes.enumerated().map { rank, index in
                        RawTensor(file.outputs[index], outputs[index], shape: shapes[index]).annotation(rank: rank)
                    }
                }
            answers.append(Answer(recipe: recipe, annotations: annotations))
        }
        let isKept = !output.readings.allSatisfy(\.isResponse)
        return LocalAnswer(answers: answers, raw: RawResponse(bytes: isKept ? Array(outputs.joined()) : []))
    }

    /// The numbers of an output that is read, before anything is made of them.
    ///
    /// Infinity and what is not a number, which broken models give, fail the picture here. A raw tensor keeps its
    /// bytes, whatever they stand for.
    ///
    /// - Parameter count: how many of them count; what stands behind those may be anything.
    private func numbers(_ index: Int, _ outputs: [[UInt8]], first count: Int = .max) throws(Failure) -> [Float] {
        var numbers = file.outputs[index].floats(outputs[index]) ?? []
        if count < numbers.count { numbers.removeLast(numbers.count - count) }
        guard numbers.allSatisfy(\.isFinite) else {
            throw Failure(
                stage: .annotate, kind: .model,
                message: "the model's output \"\(file.outputs[index].name)\" holds what is not a number")
        }
        return numbers
    }

    /// A detector's rows, as many as it counts.
    private func detections(
        _ boxes: Int, _ classes: Int, _ scores: Int, _ count: Int, _ outputs: [[UInt8]]
    ) throws(Failure) -> Detections {
        let count = try numbers(count, outputs)
        let rows = Detections.rows(count)
        return Detections(
            boxes: try numbers(boxes, outputs, first: 4 * rows), classes: try numbers(classes, outputs, first: rows),
            scores: try numbers(scores, outputs, first: rows), count: count)
    }

    private func classify(_ numbers: [Float], _ scoring: Scoring) -> [Annotation] {
        let scores = scoring.scores(numbers)
        let common = scoring.attributes(of: scores)
        return best(scores, threshold: scoring.threshold ?? -.infinity, limit: settings.effectiveMaxResults)
            .enumerated().map {
                rank, index in
                let attributes = (labels?.attributes(index) ?? []) + common
                return Annotation(
                    kind: .label, rank: rank, description: labels?.word(index) ?? "", mid: labels?.mid(index),
                    score: scores[index], attributes: attributes.isEmpty ? nil : object(attributes))
            }
    }

    private func locate(_ objects: [Detections.DetectedObject], _ scoring: Scoring) throws(Failure) -> [Annotation] {
        let scores = objects.map { object in
            scoring.ignored.contains(object.label)
                ? .nan : scoring.calibration?.score(object.score, ofClass: object.label) ?? object.score
        }
        let kept = best(scores, threshold: scoring.threshold ?? -.infinity, limit: settings.effectiveMaxResults)
        for index in kept { try check(objects[index].label) }
        return kept.enumerated().map { rank, index in
            let label = objects[index].label
            let attributes = labels?.attributes(label) ?? []
            return Annotation(
                kind: .object, rank: rank, description: labels?.word(label) ?? "", mid: labels?.mid(label),
                score: scores[index], polygon: objects[index].polygon,
                attributes: attributes.isEmpty ? nil : object(attributes))
        }
    }

    private func segment(
        _ numbers: [Float], _ reading: SegmentReading, of map: Size, _ size: Size, _ placement: Placement
    ) throws(Failure) -> [Annotation] {
        let classes = reading.classMap(numbers, of: map, labels: labels?.words.count ?? 0)
        let found = Segmentation(classes, width: map.width, height: map.height, of: size, placement)
        for index in found.classes { try check(index) }
        guard let labels else { return [] }
        return found.annotations(labels, ignored: reading.scoring.ignored, limit: settings.effectiveMaxResults)
    }

    private func embed(_ indexes: [Int], _ outputs: [[UInt8]]) throws(Failure) -> [Annotation] {
        var annotations: [Annotation] = []
        for (rank, index) in indexes.enumerated() {
            let numbers = try numbers(index, outputs)
            guard !numbers.isEmpty else {
                throw Failure(
                    stage: .annotate, kind: .model,
                    message: "the model's output \"\(file.outputs[index].name)\" holds no numbers")
            }
            annotations.append(Embedding(numbers).annotation(rank: rank, name: file.outputs[index].name))
        }
        return annotations
    }

    /// Throws for a class that has no label.
    private func check(_ label: Int) throws(Failure) {
        guard let labels, !labels.words.indices.contains(label) else { return }
        throw Failure(
            stage: .annotate, kind: .model,
            message:
                "the model returned class \(label), but \(labels.source) has only \(counted(labels.words.count, "label")); "
                + "set backend.labels to the model's own file")
    }
}
