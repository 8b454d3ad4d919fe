internal import Tesseract
internal import Domain

/// Text recognition on this machine: one library, and an engine for each worker.
final class TesseractBackend: LocalBackend {
    private let plan: TesseractPlan
    var recipes: [Recipe] { plan.recipes }
    var input: LocalInput { .page(.text) }
    var batch: Int { 1 }

    init(_ plan: TesseractPlan) { self.plan = plan }

    /// An engine with its languages loaded.
    func makeSlot() throws(BackendError) -> any LocalSlot {
        let settings = EngineSettings(
            data: plan.data, languages: plan.settings.languages, segmentation: plan.settings.psm,
            whitelist: plan.settings.whitelist)
        do throws(TesseractError) {
            return TesseractSlot(plan, try TextEngine(plan.library, settings))
        } catch {
            throw BackendError(error)
        }
    }
}

extension PageRequest {
    /// What recognizes most words of drawn and photographed pages; Benchmarks/README.md has the figures.
    static let text = PageRequest(most: 4000, enlargedTo: 1800)
}
