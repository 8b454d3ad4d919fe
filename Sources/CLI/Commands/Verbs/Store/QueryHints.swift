internal import Schema
internal import Storage

/// What a query's SQL lets one fear: that its answer is not the one that was meant.
struct QueryHints {
    /// A check of the store that decides whether a hint is given.
    enum FollowUp: Equatable {
        /// Whether several jobs have rows in this view.
        case severalJobs(view: String)
        /// Whether the store has images of no job.
        case imagesOfNoJob
        /// Whether the store has a job of this name.
        case unknownJob(String)
    }

    private let words: [SQLWords.Lexeme]
    private let names: Set<String>
    /// The views that are named, each as often as it is.
    private let views: [String]

    init(_ sql: String) {
        let parsed = SQLWords(sql)
        (words, names) = (parsed.words, parsed.names)
        views = words.compactMap { word in
            if case .name(let name) = word, ViewPage.embedded.summary(of: name) != nil { name } else { nil }
        }
    }

    /// Hints that the SQL alone gives.
    var sentences: [String] { [momentSentence, formerNamesSentence].compactMap(\.self) }

    /// What the store is asked before further hints are given.
    var followUps: [FollowUp] {
        var followUps: [FollowUp] = []
        if counts, !names.contains("job"), let view = views.first(where: { selections.contains($0) }) {
            followUps.append(.severalJobs(view: view))
        }
        let tellsJobs = !names.isDisjoint(with: ["job", "jobs", "job_images"])
        if views.contains("images"), counts || names.contains("not"), !tellsJobs {
            followUps.append(.imagesOfNoJob)
        }
        return followUps
    }

    /// What the store is asked where no row was found.
    var followUpsOfNothing: [FollowUp] {
        words.indices.dropLast(2).compactMap { index in
            guard words[index] == .name("job"), words[index + 1] == .sign("="), case .text(let job) = words[index + 2]
            else { return nil }
            return .unknownJob(job)
        }
    }

    /// What may make a query quick that took too long; nil where nothing is known of it.
    var advice: String? {
        guard let view = views.first(where: { view in views.count { $0 == view } > 1 }) else {
            let isCount = views == ["labels"] && names.isSuperset(of: ["group", "description"])
            return isCount
                ? "the view label_counts has how often each label was given, over all jobs and answers, at once" : nil
        }
        return """
            \(view) is joined with itself: put the rows of one job first, as in with l as materialized \
            (select image_id, description from \(view) where job = '...') select ... from l as a join l as b \
            using (image_id)
            """
    }

    /// Whether rows are counted or summed up.
    private var counts: Bool { !names.isDisjoint(with: ["count", "sum", "avg", "group", "median", "total"]) }

    /// A column of moments that is compared with what has a space in place of the `T`.
    private var momentSentence: String? {
        for (index, word) in words.enumerated() {
            guard case .name(let column) = word, isMoment(column), isCompared(index) else { continue }
            return """
                \(column) is text such as 2026-11-21T21:04:00.123Z, and what it is compared with has a space in place \
                of the T, so that the answer is wrong; write \(column) > ago('1 day'), or \
                at('2026-11-21 12:00', 'Europe/Berlin')
                """
        }
        return nil
    }

    private func isMoment(_ name: String) -> Bool { ViewColumn.kind(of: name) == .moment && !views.isEmpty }

    /// Whether the operand behind or before a column has a moment in SQLite's own form.
    private func isCompared(_ index: Int) -> Bool {
        var next = index + 1
        while isComparison(next) { next += 1 }
        if next > index + 1, isPlainMoment(next) { return true }
        var last = index - 1
        // The column's table.
        if last > 0, words[last] == .sign(".") { last -= 2 }
        let end = last
        while isComparison(last) { last -= 1 }
        guard last < end, last >= 0 else { return false }
        guard words[last] == .sign(")") else { return isPlainMoment(last) }
        var depth = 0
        for place in stride(from: last, through: 0, by: -1) {
            if words[place] == .sign(")") { depth += 1 }
            if words[place] == .sign("(") { depth -= 1 }
            if depth == 0 { return isPlainMoment(place - 1) }
        }
        return false
    }

    private func isComparison(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        return switch words[index] {
        case .sign(let sign): ["<", ">", "=", "!"].contains(sign)
        case .name(let name): name == "between"
        case .text: false
        }
    }

    private func isPlainMoment(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        return switch words[index] {
        case .name(let name): name == "datetime" || name == "current_timestamp"
        case .text(let text): text.wholeMatch(of: /\d{4}-\d{2}-\d{2} .*/) != nil
        case .sign: false
        }
    }

    /// Names that hold their image no more are counted as well.
    private var formerNamesSentence: String? {
        guard views == ["image_paths"], names.contains("group"), names.contains("image_id"),
            names.isDisjoint(with: ["missing_at", "replaced_at"])
        else { return nil }
        return """
            image_paths has names that are gone or hold another image now, too: \
            add missing_at is null and replaced_at is null, or ask the view duplicates
            """
    }
}

/// Views that have the rows of each job that shows them.
private let selections: Set = [
    "labels", "landmarks", "objects", "captions", "embeddings", "segments", "texts", "plain_texts", "text_search",
    "annotations", "job_images", "label_changes", "failures",
]
