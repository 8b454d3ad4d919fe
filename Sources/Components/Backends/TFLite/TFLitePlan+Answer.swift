internal import LiteRT
internal import Domain

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
                case .scores(let place, let scoring): classify(try numbers(place, outputs), scoring)
                case .objects(let boxes, let classes, let scores, let count, let scoring):
                    try locate(
                        detections(boxes, classes, scores, count, outputs).objects(in: size, placement), scoring)
                case .embeddings(let places): try embed(places, outputs)
                case .segments(let reading):
                    try segment(
                        reading.classMap(try numbers(reading.place, outputs), labels: labels?.words.count ?? 0),
                        reading, size, placement)
                case .tensors(let places):
                    places.enumerated().map { rank, place in
                        RawTensor(file.outputs[place], outputs[place], shape: shapes[place]).annotation(rank: rank)
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
    private func numbers(_ place: Int, _ outputs: [[UInt8]], first count: Int = .max) throws(Failure) -> [Float] {
        var numbers = file.outputs[place].floats(outputs[place]) ?? []
        if count < numbers.count { numbers.removeLast(numbers.count - count) }
        guard numbers.allSatisfy(\.isFinite) else {
            throw Failure(
                stage: .annotate, kind: .model,
                message: "the model's output \"\(file.outputs[place].name)\" holds what is not a number")
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
        return best(scores, threshold: scoring.threshold ?? -.infinity, most: settings.mostResults).enumerated().map {
            rank, place in
            let attributes = (labels?.attributes(place) ?? []) + common
            return Annotation(
                kind: .label, rank: rank, description: labels?.word(place) ?? "", mid: labels?.mid(place),
                score: scores[place], attributes: attributes.isEmpty ? nil : object(attributes))
        }
    }

    private func locate(_ objects: [Detections.Object], _ scoring: Scoring) throws(Failure) -> [Annotation] {
        let scores = objects.map { object in
            scoring.ignored.contains(object.label)
                ? .nan : scoring.calibration?.score(object.score, ofClass: object.label) ?? object.score
        }
        let kept = best(scores, threshold: scoring.threshold ?? -.infinity, most: settings.mostResults)
        for place in kept { try check(objects[place].label) }
        return kept.enumerated().map { rank, place in
            let label = objects[place].label
            let attributes = labels?.attributes(label) ?? []
            return Annotation(
                kind: .object, rank: rank, description: labels?.word(label) ?? "", mid: labels?.mid(label),
                score: scores[place], polygon: objects[place].polygon,
                attributes: attributes.isEmpty ? nil : object(attributes))
        }
    }

    private func segment(
        _ classes: [Int], _ reading: SegmentReading, _ size: Size, _ placement: Placement
    ) throws(Failure) -> [Annotation] {
        let found = Segmentation(classes, width: reading.width, height: reading.height, of: size, placement)
        for place in found.classes { try check(place) }
        guard let labels else { return [] }
        return found.annotations(labels, ignored: reading.scoring.ignored, most: settings.mostResults)
    }

    private func embed(_ places: [Int], _ outputs: [[UInt8]]) throws(Failure) -> [Annotation] {
        var annotations: [Annotation] = []
        for (rank, place) in places.enumerated() {
            let numbers = try numbers(place, outputs)
            guard !numbers.isEmpty else {
                throw Failure(
                    stage: .annotate, kind: .model,
                    message: "the model's output \"\(file.outputs[place].name)\" holds no numbers")
            }
            annotations.append(Embedding(numbers).annotation(rank: rank, name: file.outputs[place].name))
        }
        return annotations
    }

    /// Throws for a class that has no label.
    private func check(_ label: Int) throws(Failure) {
        guard let labels, !labels.words.indices.contains(label) else { return }
        throw Failure(
            stage: .annotate, kind: .model,
            message: "the model gives class \(label), and \(labels.source) has "
                + "\(counted(labels.words.count, "label")); name the file that belongs to the model in backend.labels")
    }
}
