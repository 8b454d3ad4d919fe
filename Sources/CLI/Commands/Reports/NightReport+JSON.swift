internal import Platform
internal import Nights
internal import Reporting
internal import Storage
internal import Domain

extension NightReport {
    /// The report as one JSON object.
    ///
    /// Fields are only ever added. `job`; `exit`, the exit status; `reason`, why a person should look, null where that
    /// is not needed (already_running, left_out, mount_lost, interrupted, error, cap, time, too_many_failures, paused,
    /// cancelled, superseded, failures, uncertain, model, sources, answers); `run_id`, null where nothing was queued;
    /// `store`. Of this night: `asked`, images queued, and `reasons` with `reason` and `images`; `known`, images that
    /// needed nothing, and `usd_saved`; `done`, `failed`, `queued`; `answered_elsewhere`, images that another job or
    /// process answered: `job` and `images`; `failures` with `kind`, `code`, `count` and at most three `path`s;
    /// `failed_before`, failures of earlier nights, which are in no other number; `missing` and `renamed`; `units`,
    /// `units_uncertain` among them, `units_planned`; `usd_low` and `usd_high`. Of the job's month: `month_usd_high`.
    /// `caps`: as in `status --json`.
    /// `model`: null, or which model answered in place of the service's newest, and why. `changed`, names that hold
    /// another image than before; `metadata_changed`, names whose files have other metadata and the same image.
    /// `replaced`, images that left the job since their names hold others.
    /// `awaiting_retry`, images that failed in earlier nights in a way that may pass, and that a later one asks again;
    /// `given_up`, images that failed this night and are not asked again by themselves any more; `kept_answers`,
    /// answers with more or fewer results than before that were read from kept responses; `killed_at`, the last sign of
    /// life of the night before where it did not end, null as a rule, and `killed_units`, which may be billed twice.
    /// Not given by the sources: `other_files`, `other_kinds`, `apple_double` and `outside_share`, as in `plan --json`.
    /// `unusual`: what this night's answers have in common and the job's last 1,000 before it had not: `feature`,
    /// `label` (null: they have none), `images` of `of` answers of this night, and `usual_images` of `usual_of` before.
    package var json: JSONObject {
        let outcome = NightOutcome(self)
        var object = JSONObject()
        object.add("job", .text(job))
        object.add("exit", .integer(Int64(outcome.exit.rawValue)))
        object.add("reason", Cell(outcome.reason?.rawValue))
        object.add("run_id", run.map { .integer($0.value) } ?? .null)
        object.add("store", .text(store))
        object.add("asked", Cell(askedImages))
        object.add(
            "reasons", asked.map { NightReport.object([("reason", .text($0.reason)), ("images", Cell($0.images))]) })
        object.add(
            ["known", "usd_saved", "done", "failed", "queued"],
            [Cell(known), Cell.dollars(savedMicroDollars), Cell(done), Cell(failed), Cell(queued)])
        object.add(
            "answered_elsewhere",
            answeredElsewhere.map { NightReport.object([("job", .text($0.job)), ("images", Cell($0.images))]) })
        object.add("failures", failures.map(\.json))
        object.add(
            [
                "failed_before", "missing", "renamed", "units", "units_uncertain", "units_planned", "usd_low",
                "usd_high",
                "month_usd_high",
            ],
            [
                Cell(failedBefore), Cell(missing), Cell(renamed), Cell(units), Cell(uncertain),
                plannedUnits.map { Cell($0) } ?? .null, Cell.dollars(minMicroDollars), Cell.dollars(maxMicroDollars),
                monthMicroDollars.map(Cell.dollars) ?? .null,
            ])
        object.add("caps", caps.map(\.json))
        object.add("model", Cell(model))
        object.add(["changed", "metadata_changed"], [Cell(changed), Cell(metadataChanged)])
        object.add("replaced", Cell(replacedImages))
        object.add(["awaiting_retry", "given_up"], [Cell(awaitingRetry), Cell(givenUp)])
        object.add("kept_answers", Cell(keptAnswers))
        object.add("killed_at", Cell(killed?.lastSeen.iso8601))
        object.add("killed_units", Cell(killed?.units ?? 0))
        object.add(skipped)
        object.add("outside_share", Cell(outsideShare))
        object.add("unusual", unusual.map(\.json))
        return object
    }

    fileprivate static func object(_ fields: [(String, Cell)]) -> JSONObject {
        var object = JSONObject()
        for (key, cell) in fields { object.add(key, cell) }
        return object
    }

}

extension WorkSummary.Failures {
    fileprivate var json: JSONObject {
        var object = NightReport.object([("kind", .text(kind)), ("code", Cell(code)), ("count", Cell(count))])
        object.add("paths", paths.prefix(3).map { NightReport.object([("path", .text($0.description))]) })
        return object
    }
}

extension UnusualAnswers {
    fileprivate var json: JSONObject {
        NightReport.object([
            ("feature", .text(feature.rawValue)), ("label", Cell(label)), ("images", Cell(now.count)),
            ("of", Cell(now.total)), ("usual_images", Cell(before.count)), ("usual_of", Cell(before.total)),
        ])
    }
}
