internal import Planning
internal import Storage
internal import Submitting
internal import Domain

extension PlanReport {
    /// What a run has already: queued, in flight, and what may have been billed.
    func addQueue(of run: RunTotals, to page: inout LabelledLines) {
        if plan.queued.images > 0 {
            let index = " in run \(run.run.value)" + (run.isPaused ? ", which is paused" : "")
            let images = HumanFormat.count(plan.queued.images, "image") + index
            page.add("queued", isBilled ? [images, amount(plan.queued)] : [images])
        }
        if plan.queuedInOthers.images > 0 {
            let runs = plan.otherRuns.map { "\($0.value)" }
            let names = (runs.count == 1 ? "run " : "runs ") + runs.joined(separator: ", ")
            let images = "\(HumanFormat.count(plan.queuedInOthers.images, "image")) in \(names)"
            page.add("also", isBilled ? [images, amount(plan.queuedInOthers)] : [images])
            page.add("", "not counted below: `cairn work` and the next night ask them, `cairn run` does not")
        }
        if run.running > 0 {
            let units = isBilled ? "; their units count against the caps and not here" : ""
            let images = HumanFormat.count(run.running, "image")
            page.add("running", "\(images) in run \(run.run.value)\(units)")
        }
        if run.cost.uncertain > 0 {
            let units = HumanFormat.count(run.cost.uncertain, "unit")
            page.add("uncertain", "\(units) of run \(run.run.value) may have been billed; see `cairn quota show`")
        }
    }
}
