internal import Planning
internal import Storage
internal import Submitting
internal import Domain

extension JobPlan {
    /// The plan as one JSON object.
    ///
    /// Fields are only ever added. `job`; `account`, null where nothing is billed; `has_work`, whether there is
    /// anything to do. `images` to be asked about and their `units`; `usd_low` and `usd_high`, null where a feature has
    /// no price. `reasons`: `reason` (a word of the view `tasks`), `images`, `units`, `usd_high`, and `changes` with
    /// `feature`, `changed` (each `maxResults 10 -> 12`) and `images`. `known`, images that need nothing, `units_saved`
    /// and `usd_saved`. `queued`, images that are queued or being processed in `run_id`, null where there is no run to
    /// join; `running`, those being processed, whose units are in no sum here; `queued_units` and `queued_usd_high`, of
    /// the others; `units_uncertain`, of that run, which may have been billed. `units_total`, `usd_total_low` and
    /// `usd_total_high`, of the images to be asked and the queued ones together: what `cairn run` would spend.
    /// `failed_before`, images that failed and are left alone. `features`: `feature`, `units`, `units_free` beside
    /// another feature, `usd_low`, `usd_high`. `month`, the vendor's, and `month_used`: `feature`, `units_settled`,
    /// `units_uncertain`, `units_reserved`. `seconds` at the pace, null where none is set. `cap`: null, or the first
    /// one that would stop it, as in `status --json`, with `images_before` and `images_left`. `models`: `backend`,
    /// `model`, `version` or null. `found`, files; `read`; `unread`, files that were not read and count as new;
    /// `unreadable`, `broken_sources`, `problems` with a `message` each, at most a hundred; `missing`, pictures that
    /// would be marked as missing; `removed`, those that no source names any more; `interrupted`;
    /// `symbols_read`, kept responses that would be read again for the symbols of text; `changed`, names that hold
    /// another image than before; `metadata_changed`, names whose files have other metadata and the same image;
    /// `replaced`, images that leave the job since their names hold others; `awaiting_retry`, images that
    /// failed in a way that may pass, and that a later submission asks again; `accept`, the options without which
    /// `nightly`, and `run` without a terminal, would change nothing, null where none is needed; `kept_answers`,
    /// answers with more or fewer results than before that would be read from kept responses. Not given by the
    /// sources: `other_files` and, with the most first, `other_kinds`, files whose `ending` is not a picture's, with
    /// `files`; `apple_double`, files that macOS keeps beside others. `idle_exclusions`, patterns of `exclude` that
    /// leave nothing out. `waits_for`, the jobs that it reads and that have images without an answer; with these images
    /// the units may be as many as `units_total_max`, which is otherwise `units_total`. `rows_without_image` and
    /// `rows_repeated`, rows of queries that give no image, and one that came before. `outside_share`, files of images
    /// outside of the shares of their sources. `other_queued`, images that are queued in other runs of the job, with
    /// `other_units` and `other_usd_high`: a night asks them, too, and `cairn run` does not.
    var json: JSONObject {
        var object = JSONObject()
        object.add("job", .text(job))
        object.add("account", Cell(account))
        object.add("has_work", .integer(hasWork ? 1 : 0))
        object.add("images", Cell(images))
        object.add("units", Cell(summary.total.units))
        object.add("usd_low", Cell.dollars(summary.cost.minMicroDollars))
        object.add("usd_high", Cell.dollars(summary.cost.maxMicroDollars))
        object.add("reasons", summary.reasons.map(reason))
        object.add("known", Cell(summary.known.images))
        object.add("units_saved", Cell(summary.known.units))
        object.add("usd_saved", Cell.dollars(summary.known.microDollars))
        object.add("queued", Cell(queued.images + (run?.running ?? 0)))
        object.add("queued_units", Cell(queued.units))
        object.add("queued_usd_high", Cell.dollars(queued.microDollars))
        object.add("running", Cell(run?.running ?? 0))
        object.add("units_uncertain", Cell(run?.cost.uncertain ?? 0))
        object.add("units_total", Cell(units))
        object.add("usd_total_low", Cell.dollars(cost.minMicroDollars))
        object.add("usd_total_high", Cell.dollars(cost.maxMicroDollars))
        object.add("run_id", run.map { .integer($0.run.value) } ?? .null)
        object.add("failed_before", Cell(found.failedBefore))
        object.add("features", summary.cost.lines.map(line))
        object.add("month", .text(month))
        object.add("month_used", used.map(use))
        object.add("seconds", summary.time.map { .integer($0.milliseconds / 1000) } ?? .null)
        object.add("cap", forecast.map(cap))
        object.add("models", summary.models.map(model))
        object.add(
            ["found", "read", "unread", "unreadable", "broken_sources"],
            [Cell(found.found), Cell(found.read), Cell(unread), Cell(found.unreadable), Cell(found.brokenSources)])
        object.add(
            "problems",
            found.problems.map { problem in
                var object = JSONObject()
                object.add("message", .text(problem))
                return object
            })
        object.add(
            ["missing", "removed", "interrupted", "symbols_read"],
            [Cell(missing), Cell(removed), .integer(found.isInterrupted ? 1 : 0), Cell(symbolsRead)])
        object.add(["changed", "metadata_changed"], [Cell(found.changed), Cell(found.metadataChanged)])
        object.add("replaced", Cell(replaced))
        object.add("awaiting_retry", Cell(found.awaitingRetry))
        let options = refusals.map(\.option)
        object.add("kept_answers", Cell(keptAnswers))
        object.add("accept", options.isEmpty ? .null : .text(options.joined(separator: " ")))
        object.add(found.skipped)
        object.add("idle_exclusions", list: found.idleExclusions.map { .text($0) })
        object.add("waits_for", list: (wait?.jobs ?? []).map { .text($0) })
        object.add("units_total_max", Cell(maxUnits))
        object.add("rows_without_image", Cell(found.rowsWithoutImage))
        object.add("rows_repeated", Cell(found.repeatedRows))
        object.add("outside_share", Cell(found.outsideShare))
        object.add("other_queued", Cell(queuedInOthers.images))
        object.add("other_units", Cell(queuedInOthers.units))
        object.add("other_usd_high", Cell.dollars(queuedInOthers.microDollars))
        return object
    }

    private func reason(_ reason: PlanSummary.Reason) -> JSONObject {
        var object = JSONObject()
        object.add("reason", .text(reason.kind.rawValue))
        object.add("images", Cell(reason.count.images))
        object.add("units", Cell(reason.count.units))
        object.add("usd_high", Cell.dollars(reason.count.microDollars))
        object.add(
            "changes",
            reason.changes.map { change in
                var object = JSONObject()
                object.add("feature", .text(change.feature.rawValue))
                object.add("changed", .text(change.differences.joined(separator: ", ")))
                object.add("images", Cell(change.count.images))
                return object
            })
        return object
    }

    private func line(_ line: CostEstimate.FeatureCost) -> JSONObject {
        var object = JSONObject()
        object.add("feature", .text(line.feature.rawValue))
        object.add("units", Cell(line.units))
        object.add("units_free", Cell(line.freeUnits))
        object.add("usd_low", Cell.dollars(line.minMicroDollars))
        object.add("usd_high", Cell.dollars(line.maxMicroDollars))
        return object
    }

    private func use(_ use: FeatureUse) -> JSONObject {
        var object = JSONObject()
        object.add("feature", .text(use.feature.rawValue))
        object.add("units_settled", Cell(use.settled))
        object.add("units_uncertain", Cell(use.uncertain))
        object.add("units_reserved", Cell(use.reserved))
        return object
    }

    private func cap(_ forecast: CapForecast) -> JSONObject {
        var object = forecast.cap.json
        object.add("images_before", Cell(forecast.imagesBefore))
        object.add("images_left", Cell(forecast.imagesLeft))
        return object
    }

    private func model(_ model: ModelVersion) -> JSONObject {
        var object = JSONObject()
        object.add("backend", .text(model.backend))
        object.add("model", .text(model.model))
        object.add("version", Cell(model.version))
        return object
    }

}
