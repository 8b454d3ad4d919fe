internal import LiteRT
internal import Domain

extension TFLitePlan {
    /// What a model's outputs say of one picture.
    ///
    /// - Parameters:
    ///   - outputs: the bytes of every output for this picture, in the model's order.
    ///   - size: the size of the prepared picture.
    ///   - placement: where the original's points are in it.
    func answer(
        _ outputs: [[UInt8]], size: Size, _ placement: Placement
    ) throws(Failure) -> LocalAnswer {
        var answers: [Answer] = []
        for (recipe, reading) in zip(recipes, output.readings) {
            let annotations =
                switch reading {
                case .scores(let place, let scoring): classify(numbers(place, outputs), scoring)
                case .objects(let boxes, let classes, let scores, let count, let scoring):
                    try locate(
                        Detections(
                            boxes: numbers(boxes, outputs), classes: numbers(classes, outputs),
                            scores: numbers(scores, outputs), count: numbers(count, outputs)
                        ).objects(in: size, placement), scoring)
                case .embeddings(let places): try embed(places, outputs)
                case .segments(let reading):
                    try segment(
                        reading.classMap(
                            file.outputs[reading.place], outputs[reading.place], labels: labels?.words.count ?? 0),
                        reading, size, placement)
                case .tensors(let places):
                    places.enumerated().map { rank, place in
                        RawTensor(file.outputs[place], outputs[place], batch: output.batch).annotation(rank: rank)
                    }
                }
            answers.append(Answer(recipe: recipe, annotations: annotations))
        }
        let isKept = !output.readings.allSatisfy(\.isResponse)
        return LocalAnswer(answers: answers, raw: RawResponse(bytes: isKept ? Array(outputs.joined()) : []))
    }

    private func numbers(_ place: Int, _ outputs: [[UInt8]]) -> [Float] {
        file.outputs[place].floats(outputs[place]) ?? []
    }

    private func classify(_ numbers: [Float], _ scoring: Scoring) -> [Annotation] {
        let scores = scoring.scores(numbers)
        let attributes = scoring.attributes(of: scores)
        return best(scores, threshold: scoring.threshold ?? -.infinity, most: settings.mostResults).enumerated().map {
            rank, place in
            Annotation(
                kind: .label, rank: rank, description: labels?.word(place) ?? "", score: scores[place],
                attributes: attributes)
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
            Annotation(
                kind: .object, rank: rank, description: labels?.word(objects[place].label) ?? "", score: scores[place],
                polygon: objects[place].polygon)
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
            guard let embedding = Embedding(numbers(place, outputs)) else {
                throw Failure(
                    stage: .annotate, kind: .model,
                    message: "the model's output \"\(file.outputs[place].name)\" holds what is not a number")
            }
            annotations.append(embedding.annotation(rank: rank, name: file.outputs[place].name))
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
