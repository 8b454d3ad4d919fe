internal import Domain

/// Text recognition on this machine: a process with an engine for each worker.
final class TesseractBackend: LocalBackend {
    private let plan: TesseractPlan
    var recipes: [Recipe] { plan.recipes }
    var input: LocalInput { .page(.text) }
    var batch: Int { 1 }

    private let trial: Trial

    init(_ plan: TesseractPlan, _ trial: Trial) {
        self.plan = plan
        self.trial = trial
    }

    /// A reader; its process is started with its first page.
    func makeSlot() throws(BackendError) -> any LocalSlot { TesseractSlot(plan, try PageReader(plan, trial)) }
}

extension PageRequest {
    /// What recognizes most words of drawn and photographed pages; Benchmarks/README.md has the figures.
    static let text = PageRequest(maxEdge: 4000, enlargedTo: 1800)
}
