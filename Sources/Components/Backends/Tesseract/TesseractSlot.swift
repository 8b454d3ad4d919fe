internal import Platform
internal import Tesseract
internal import Domain

/// One worker's reader.
final class TesseractSlot: LocalSlot {
    private let plan: TesseractPlan
    private let reader: PageReader

    init(_ plan: TesseractPlan, _ reader: PageReader) {
        self.plan = plan
        self.reader = reader
    }

    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, LocalProblem>] {
        images.indices.map { index in
            Result { () throws(Failure) in try annotate(images[index]) }.mapError { .failure($0) }
        }
    }

    private func annotate(_ image: borrowing PreparedImage) throws(Failure) -> LocalAnswer {
        let found: RecognizedPage
        do throws(PageReader.Problem) {
            found = try reader.read(image.grey.span, image.size, milliseconds: plan.settings.timeout.milliseconds)
        } catch {
            throw failure(error)
        }
        let annotations = PageText(found, image.placement).annotations
        return LocalAnswer(
            answers: plan.recipes.map { Answer(recipe: $0, annotations: annotations) },
            raw: RawResponse(bytes: found.table))
    }

    private func failure(_ problem: PageReader.Problem) -> Failure {
        switch problem {
        case .notStarted(let error):
            Failure(
                stage: .annotate, kind: .model, code: error.code,
                message: error.sentence, isTransient: error.isTransient)
        case .refused(let words): Failure(stage: .annotate, kind: .model, message: words)
        case .notLoaded(let loss): failure(loss, while: "loaded its languages")
        case .notRead(let loss): failure(loss, while: "read this picture")
        }
    }

    /// A child process that was ended or died; only where the system ended it another attempt may succeed.
    private func failure(_ loss: ChildServer.Loss, while step: String) -> Failure {
        let library = "libtesseract \(plan.library.version)"
        let (code, message) =
            switch loss.exitReason {
            case .tooLong: ("TIMEOUT", timeoutMessage)
            case .tooLarge:
                ("MEMORY", "\(library) took too much memory while it \(step); make the picture smaller")
            case .killed(let signal):
                (
                    signalName(signal),
                    "\(library) crashed (\(signalName(signal))\(lastLine(loss.errors))) while it \(step); "
                        + "make the picture smaller, or save it in another format"
                )
            case .exited(let status):
                ("EXIT", "\(library) ended its process with status \(status)\(lastLine(loss.errors)) while it \(step)")
            case .interrupted: ("INTERRUPTED", "\(library) was interrupted while it \(step)")
            }
        return Failure(
            stage: .annotate, kind: .model, code: code, message: message,
            isTransient: loss.exitReason == .killed(SignalNumber.kill))
    }

    private var timeoutMessage: String {
        "the page was not read within \(plan.settings.timeout.secondsText); raise backend.timeout, or make the picture smaller"
    }
}
