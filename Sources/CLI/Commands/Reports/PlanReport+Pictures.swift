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

    /// The jobs whose images are not all answered, and what it costs to ask all that they may show.
    func addWait(to page: inout LabelledLines) {
        guard let wait = plan.wait else { return }
        page.add(
            "waits",
            "for \(wait.jobs.map { displayText($0) }.joined(separator: " and ")): between "
                + "\(number(plan.units)) and \(HumanFormat.count(plan.maxUnits, "unit"))")
    }
}
