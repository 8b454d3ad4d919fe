internal import Tesseract
internal import Domain

/// One worker's engine.
final class TesseractSlot: LocalSlot {
    private let plan: TesseractPlan
    private let engine: TextEngine

    init(_ plan: TesseractPlan, _ engine: TextEngine) {
        self.plan = plan
        self.engine = engine
    }

    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, Failure>] {
        images.indices.map { place in
            Result { () throws(Failure) in try annotate(images[place]) }
        }
    }

    private func annotate(_ image: borrowing PreparedImage) throws(Failure) -> LocalAnswer {
        let found: RecognizedPage
        do throws(TesseractError) {
            found = try engine.read(
                image.grey.span, width: image.size.width, height: image.size.height, resolution: nil,
                milliseconds: Int(clamping: plan.settings.timeout.milliseconds), symbols: plan.settings.symbols)
        } catch {
            let code: String? = if case .timedOut = error { "TIMEOUT" } else { nil }
            throw Failure(stage: .annotate, kind: .model, code: code, message: error.description)
        }
        let annotations = PageText(found, image.placement).annotations
        return LocalAnswer(
            answers: plan.recipes.map { Answer(recipe: $0, annotations: annotations) },
            raw: RawResponse(bytes: found.table))
    }
}
