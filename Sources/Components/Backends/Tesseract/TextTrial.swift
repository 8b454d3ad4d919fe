internal import Crypto
internal import Tesseract
internal import Platform
internal import Domain

/// The trial run of the files of languages, before they are first used here.
///
/// A damaged file can crash or hang libtesseract when it is loaded or first used. For each file a child process loads
/// it and reads a small page. That all passed is kept for the recipe, which has the digests of the files and the
/// version of the library, and for the limits.
struct TextTrial {
    private let trial: Trial
    private let isInterrupted: @Sendable () -> Bool

    init(_ trial: Trial, isInterrupted: @escaping @Sendable () -> Bool) {
        self.trial = trial
        self.isInterrupted = isInterrupted
    }

    /// Tries each file of a plan, unless they have passed before.
    func check(_ plan: TesseractPlan) throws(BackendError) {
        let parts = plan.recipes.map(\.digest.hex) + ["\(plan.library.path)"]
        guard !trial.hasPassed(parts) else { return }
        for language in plan.settings.languages { try check(language, alone: language, segmentation: 3, of: plan) }
        if plan.settings.findsOrientation {
            let language = plan.settings.languages[0]
            try check(TrainedData.orientation, alone: language, segmentation: plan.settings.psm, of: plan)
        }
        trial.keep(parts)
    }

    /// Reads with one language, and blames a file where that goes wrong.
    ///
    /// A language that others precede may be first used on a later page; alone it is used at once.
    private func check(
        _ file: String, alone language: String, segmentation: Int, of plan: TesseractPlan
    ) throws(BackendError) {
        var plan = plan
        plan.settings.languages = [language]
        plan.settings.psm = segmentation
        guard let reason = try refusal(of: plan) else { return }
        throw BackendError(TesseractError.damaged(plan.data.file(of: file), reason: reason))
    }

    /// What a trial says against the languages of a plan; nil where they have passed.
    private func refusal(of plan: TesseractPlan) throws(BackendError) -> String? {
        let page = TrialPage.pixels
        let reader = try PageReader(plan, trial, isInterrupted: isInterrupted)
        do throws(PageReader.Problem) {
            _ = try reader.read(page.span, TrialPage.size, milliseconds: trial.milliseconds)
            return nil
        } catch {
            switch error {
            case .notStarted(let error):
                throw .unusable(
                    key: "backend.languages",
                    reason: "the languages cannot be tried: \(error.sentence)"
                )
            case .notLoaded(let loss), .notRead(let loss):
                if loss.exitReason == .interrupted {
                    throw .unusable(key: "backend.languages", reason: "the trial run of the languages was interrupted")
                }
                return trial.reason(
                    loss.exitReason, errors: loss.errors, harm: "the file is damaged",
                    advice: "on a slow machine allow")
            case .refused(let words): return words
            }
        }
    }
}
