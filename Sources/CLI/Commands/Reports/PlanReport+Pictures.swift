internal import Planning
internal import Storage
internal import Submitting
internal import Text
internal import Domain

extension PlanReport {
    /// What becomes of the job's pictures, and what keeps it from being done.
    func addPictures(to page: inout LabelledLines) {
        if plan.missing > 0 {
            page.add("missing", "\(HumanFormat.count(plan.missing, "picture")) would be marked as missing")
        }
        if plan.replaced > 0 {
            page.add(
                "changed",
                "\(HumanFormat.count(plan.replaced, "picture")) "
                    + (plan.replaced == 1
                        ? "leaves the job: its name holds another image now"
                        : "leave the job: their names hold other images now"))
        }
        if plan.removed > 0 {
            page.add("removed", "\(HumanFormat.count(plan.removed, "picture")) no longer in the job")
        }
        if let skipped = plan.found.skipped.text { page.add("skipped", skipped) }
        if let idle = plan.found.idleExclusionsText { page.add("exclude", idle) }
        for refusal in refusals where !refusal.isLostDisk {
            page.add("guard", "\(refusal.words); \(out == nil ? "this needs \(refusal.option)" : "a night asks first")")
        }
    }

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

    /// The jobs whose images are not all answered, and what it costs to ask all that they may show.
    func addWait(to page: inout LabelledLines) {
        guard let wait = plan.wait else { return }
        page.add(
            "waits",
            "for \(wait.jobs.map { displayText($0) }.joined(separator: " and ")): between "
                + "\(number(plan.units)) and \(HumanFormat.count(plan.maxUnits, "unit"))")
    }
}
