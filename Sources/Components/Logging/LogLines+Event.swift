internal import Crypto
internal import Domain

extension LogLines {
    /// Adds an event's line.
    mutating func add(_ event: LogEvent, at moment: Timestamp) {
        begin(event.name, at: moment)
        switch event {
        case .submission(let job, let run, let outcome, let found):
            add(job: job, run)
            add("outcome", outcome.rawValue)
            add(found)
        case .decision(let job, let run, let image, let outcome, let reason, let units):
            add(job: job, run)
            add(image)
            add("outcome", outcome.rawValue)
            add("reason", reason)
            add("units", units)
        case .claimed(let task): add(task)
        case .sent(let task, let units, let microDollars):
            add(task)
            add(units: units, microDollars)
        case .answered(let task, let units, let microDollars, let time):
            add(task)
            add(units: units, microDollars)
            add("ms", time?.milliseconds)
        case .failed(let task, let failure, let units, let microDollars, let isUncertain):
            add(task)
            add(failure)
            addCharge(units, microDollars, isUncertain)
        case .retry(let task, let failure, let wait, let units, let microDollars, let isUncertain):
            add(task)
            add(failure)
            add("wait_ms", wait.milliseconds)
            addCharge(units, microDollars, isUncertain)
        case .held(let account, let until):
            add("account", account)
            add("until", until)
        case .cap(let job, let run, let cap):
            add(job: job, run)
            add(cap)
        case .stopped(let job, let run, let reason, let queued):
            add(job: job, run)
            add("reason", reason)
            add("queued", queued)
        case .finished(let job, let run, let sums):
            add(job: job, run)
            add(sums)
        case .night(let job, let run, let exit, let reason, let sums):
            add(job: job, run)
            add("exit", Int(exit))
            add("reason", reason)
            add(sums)
        case .model(let job, let name, let outcome, let transfer):
            add("job", job)
            add("model", name)
            add("outcome", outcome)
            add("version", transfer.version)
            add("bytes", transfer.bytes.map { Int($0) })
            add("bytes_total", transfer.total.map { Int($0) })
            add("ms", transfer.time?.milliseconds)
            add("wait_ms", transfer.wait?.milliseconds)
        case .crashed(let job, let run, let path, let signal, let library, let outcome):
            add(job: job, run)
            add("path", bytes: LoggedImage(digest: nil, path: path).shownPath)
            add("code", signal)
            add("library", library)
            add("outcome", outcome)
        case .lost(let count, let code):
            add("count", count)
            add("code", code)
        }
        end()
    }

    private mutating func add(job: String, _ run: RunID?) {
        add("job", job)
        add("run", run?.value)
    }

    private mutating func add(_ task: LogEvent.Task) {
        add(job: task.job, task.run)
        add(task.image)
        add("attempt", task.attempt)
    }

    private mutating func add(_ image: LoggedImage) {
        add("image", image.digest)
        add("path", bytes: image.shownPath)
    }

    private mutating func add(_ failure: LogEvent.FailureWord) {
        add("stage", failure.stage.rawValue)
        add("kind", failure.kind.rawValue)
        add("code", failure.code)
    }

    private mutating func addCharge(_ units: Int, _ microDollars: Int64, _ isUncertain: Bool) {
        guard units > 0 else { return }
        if isUncertain { add("outcome", "uncertain") }
        add(units: units, microDollars)
    }

    private mutating func add(units: Int, _ microDollars: Int64) {
        add("units", units)
        add("usd_high", microDollars: microDollars)
    }

    private mutating func add(_ found: LogEvent.Found) {
        add("found", found.found)
        add("read", found.read)
        add("known", found.known)
        add("queued", found.queued)
        add("renamed", found.renamed)
        add("missing", found.missing)
    }

    private mutating func add(_ cap: CapUsage) {
        add("scope", cap.scope.rawValue)
        add("owner", cap.owner)
        if !cap.period.isEmpty { add("period", cap.period) }
        add("units", cap.units)
        add("units_cap", cap.cap.units)
        add("usd_high", microDollars: cap.microDollars)
        add("usd_cap", microDollars: cap.cap.microDollars)
        add("until", cap.opensAt)
    }

    private mutating func add(_ sums: LogEvent.Sums) {
        add("done", sums.done)
        add("failed", sums.failed)
        add("cancelled", sums.cancelled)
        add("units", sums.units)
        add("units_uncertain", sums.uncertain)
        add("usd_high", microDollars: sums.microDollars)
    }
}

extension LogEvent {
    /// What `event` says.
    var name: String {
        switch self {
        case .submission: "submission"
        case .decision: "decision"
        case .claimed: "claimed"
        case .sent: "sent"
        case .answered: "answered"
        case .failed: "failed"
        case .retry: "retry"
        case .crashed: "crashed"
        case .held: "held"
        case .cap: "cap"
        case .stopped: "stopped"
        case .finished: "finished"
        case .night: "night"
        case .model: "model"
        case .lost: "lost"
        }
    }
}
