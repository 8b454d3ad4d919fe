internal import LiteRT
internal import Domain

/// One worker's compiled model.
final class TFLiteSlot: LocalSlot {
    private let plan: TFLitePlan
    private let compiled: CompiledModel

    init(_ plan: TFLitePlan, _ compiled: CompiledModel) {
        self.plan = plan
        self.compiled = compiled
    }

    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, Failure>] {
        images.indices.map { place in
            Result { () throws(Failure) in try annotate(images[place]) }
        }
    }

    private func annotate(_ image: borrowing PreparedImage) throws(Failure) -> LocalAnswer {
        let outputs = try run(image)
        let annotations =
            switch plan.output {
            case .scores(let place): classify(plan.file.outputs[place].floats(outputs[place]) ?? [])
            case .objects(let boxes, let classes, let scores, let count):
                locate(
                    Detections(
                        boxes: numbers(boxes, outputs), classes: numbers(classes, outputs),
                        scores: numbers(scores, outputs), count: numbers(count, outputs)), in: image)
            }
        return LocalAnswer(
            answers: plan.recipes.map { Answer(recipe: $0, annotations: annotations) },
            raw: RawResponse(bytes: Array(outputs.joined())))
    }

    /// Fills the input, runs, and copies every output.
    private func run(_ image: borrowing PreparedImage) throws(Failure) -> [[UInt8]] {
        guard image.size == plan.request.size, image.channels == plan.request.channels else {
            throw Failure(
                stage: .annotate, kind: .model,
                message: "the picture was prepared as \(image.size.width)x\(image.size.height), and the model takes "
                    + "\(plan.request.size.width)x\(plan.request.size.height)")
        }
        let samples = image.samples.span
        do throws(LiteRTError) {
            let filled = try compiled.withInput { input in plan.input.coding.fill(&input, with: samples) }
            guard filled else {
                throw LiteRTError.modelRefused(
                    why: "the picture has \(samples.count) samples, and the model takes others")
            }
            try compiled.run()
            var outputs: [[UInt8]] = []
            for place in plan.file.outputs.indices { outputs.append(try compiled.output(place)) }
            return outputs
        } catch {
            let code: String? =
                if case .failed(_, let status, _) = error { LiteRTError.name(ofStatus: status) } else { nil }
            throw Failure(stage: .annotate, kind: .model, code: code, message: error.description)
        }
    }

    private func numbers(_ place: Int, _ outputs: [[UInt8]]) -> [Float] {
        plan.file.outputs[place].floats(outputs[place]) ?? []
    }

    private func classify(_ scores: [Float]) -> [Annotation] {
        best(scores, threshold: plan.settings.smallestScore, most: plan.settings.mostResults).enumerated().map {
            rank, place in
            Annotation(kind: .label, rank: rank, description: plan.labels.word(place), score: scores[place])
        }
    }

    private func locate(_ detections: Detections, in image: borrowing PreparedImage) -> [Annotation] {
        let objects = detections.objects(in: image.size, image.placement)
        let kept = best(
            objects.map(\.score), threshold: plan.settings.smallestScore, most: plan.settings.mostResults)
        return kept.enumerated().map { rank, place in
            Annotation(
                kind: .object, rank: rank, description: plan.labels.word(objects[place].label),
                score: objects[place].score, polygon: objects[place].polygon)
        }
    }
}
