internal import Storage
internal import Domain

/// What `cairn retry` queued again, or would queue, and its words.
struct RetryResult {
    let scope: RetryScope
    let filter: RetryFilter
    /// What was queued again, or would be.
    var retries: [RunRetry]
    let price: RetryPrice
    /// What was not.
    var rest = RetryRest()
    /// Whether nothing was changed.
    let isDry: Bool

    init(_ scope: RetryScope, _ filter: RetryFilter, _ retries: [RunRetry], _ price: RetryPrice, isDry: Bool) {
        (self.scope, self.filter, self.retries, self.price, self.isDry) = (scope, filter, retries, price, isDry)
    }

    /// `20 images of run 7`, `7 images of job town (4 of run 2, 3 of run 3)`.
    var subject: String {
        let images = "\(HumanFormat.count(retries.images, "image")) of \(name)"
        guard case .job = scope, retries.count > 1 else { return images }
        let parts = retries.map { "\(HumanFormat.grouped($0.images)) of run \($0.run.value)" }
        let shown = parts.prefix(runsToList).joined(separator: ", ")
        return "\(images) (\(shown)\(parts.count > runsToList ? ", ..." : ""))"
    }

    /// The end of a sentence: `: 40 units, up to $0.06`.
    var priceClause: String { price.isBilled ? ": \(price.words)" : ", at no cost" }

    /// One line for people.
    var words: String {
        if retries.isEmpty { return nothing }
        if isDry {
            let asks = filter.supersedesAnswers ? "would be asked again\(priceClause)" : "would be queued again"
            return "\(subject) \(asks); nothing was changed"
        }
        return "\(subject) queued again; \(next)"
    }

    private var next: String {
        guard let run = rest.paused.first else { return "run `cairn work`" }
        let name = retries.count == 1 ? "the run" : "run \(run.value)"
        return "\(name) is paused; continue with `cairn resume \(run.value)`"
    }

    /// Why nothing was queued.
    private var nothing: String {
        if let run = rest.outdated {
            let start =
                "nothing was queued: the job's model, features or their settings have changed since run \(run.value)"
            return filter.supersedesAnswers
                ? "\(start), and its answers are not shown any more"
                : "\(start). To ask the failed images with the new ones, set `refresh: {failed: true}` and submit the job"
        }
        switch filter {
        case .asked(let since):
            let moment = since.milliseconds == .min ? "" : " since \(HumanFormat.moment(since))"
            return "\(name) has no images to ask again\(moment)"
        case .failures(let kind, let code):
            let words = ["failed", kind?.rawValue, code].compactMap(\.self).joined(separator: " ")
            let start = "\(name) has no \(words) images"
            guard words == "failed" else { return start }
            if rest.hasFailures { return "\(start) that its job still asks for" }
            return rest.hasNames
                ? "\(start); names that could not be read are looked at again when it is submitted" : start
        case .tasks: return "\(name) has no such images"
        }
    }

    private var name: String {
        switch scope {
        case .run(let run): "run \(run.value)"
        case .job(let name): "job \(name)"
        }
    }
}

/// How many runs of a job a message lists.
private let runsToList = 5
