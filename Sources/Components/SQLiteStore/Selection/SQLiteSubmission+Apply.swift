internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func apply(_ batch: SubmissionBatch) throws(StoreError) -> SubmissionProgress {
        let images = batch.images.isSortedByOrder ? batch.images : batch.images.sorted { $0.order < $1.order }
        let names = batch.problems.filter(\.isName)
        let sources = batch.problems.filter { !$0.isName }
        // A batch that was cut continues where its last transaction has ended.
        if state.batch.number != batch.number { state.batch = AppliedBatch(number: batch.number) }
        while true {
            var next = state
            let step = try database.write { transaction throws(StoreError) in
                try apply(batch, images, names, sources, &next, in: transaction)
            }
            switch step {
            case .appliedBefore:
                if state.batch.progress.run == nil { state.batch.progress.run = state.run }
                return state.batch.progress
            case .ended(let end):
                var progress = state.batch.progress
                progress.run = state.run
                progress.end = end
                return progress
            case .whole:
                next.batch.progress.run = next.run
                state = next
                return state.batch.progress
            case .part:
                state = next
                // Waiting writers poll every ten milliseconds at the least, and would hardly ever find the lock free.
                pauseThread(milliseconds: 15)
            }
        }
    }

    /// What one transaction came to.
    private enum Step {
        case part, whole, appliedBefore
        case ended(SubmissionEnd)
    }

    /// One transaction of a batch: as much of it as half a second lets.
    private func apply(
        _ batch: SubmissionBatch, _ images: [PlannedImage], _ names: [SubmissionProblem],
        _ sources: [SubmissionProblem], _ state: inout SubmissionState, in transaction: Transaction
    ) throws(StoreError) -> Step {
        let end = monotonicMilliseconds() + maxTransactionTime
        lastFolder = nil
        let applied =
            try database.connection.first(
                "SELECT batches FROM submission WHERE submission_id = ?", .integer(own.id.value)
            ) { Int($0.integer(0)) } ?? 0
        if batch.number <= applied { return .appliedBefore }
        if let end = try self.end(&state) { return .ended(end) }
        while state.batch.images < images.count {
            try write(images[state.batch.images], settledOrder: batch.settledOrder, &state, in: transaction)
            state.batch.images += 1
            if state.batch.images.isMultiple(of: 64), monotonicMilliseconds() >= end { return .part }
        }
        while state.batch.problems < names.count {
            try note(names[state.batch.problems], &state, in: transaction)
            state.batch.problems += 1
            if state.batch.problems.isMultiple(of: 64), monotonicMilliseconds() >= end { return .part }
        }
        for problem in sources { try note(problem, &state, in: transaction) }
        state.seen.forgetNewNames(before: batch.settledOrder)
        try transaction.submissions.noteBatch(batch.number, of: own)
        return .whole
    }

    private func note(_ problem: SubmissionProblem, _ state: inout SubmissionState, in transaction: Transaction)
        throws(StoreError)
    {
        try transaction.problems.note(problem, in: own, &state, scope(of: problem.reading))
    }

    /// Writes down one image: its name, what its file says, its place in the selection and its task.
    private func write(
        _ planned: PlannedImage, settledOrder: Int64, _ state: inout SubmissionState, in transaction: Transaction
    )
        throws(StoreError)
    {
        switch planned.source {
        case .known(let image, let path, _):
            try write(planned, of: image, at: path, replaced: nil, settledOrder: settledOrder, &state, in: transaction)
        case .identified(let found):
            if try writeNew(planned, found, settledOrder: settledOrder, &state, in: transaction) { return }
            let kept =
                switch found.content {
                case .file(let identity, let file):
                    try transaction.catalog.upsert(
                        identity, at: found.path, file, known: planned.image, isEdit: planned.edit != nil,
                        in: scope(of: found.reading))
                case .reference:
                    try transaction.catalog.upsert(
                        reference: found.path, known: planned.image, in: scope(of: found.reading))
                }
            if kept.wasMissing { state.seen.find(kept.path) }
            if kept.replaced != nil { state.seen.replace() }
            if planned.decision == .outsideShare { return state.seen.markSeen(unread: kept.path, of: nil) }
            if kept.isNewImage {
                try join(
                    kept.image, at: kept.path, order: found.order, settledOrder: settledOrder, &state, in: transaction)
                if case .queue(let reason, let minGenerations, _) = planned.decision, minGenerations.isEmpty {
                    return try queue(
                        kept.image, at: kept.path, reason, minGenerations: [:], nights: 0, hasNoTask: true, &state,
                        in: transaction)
                }
            }
            try write(
                planned, of: kept.image, at: kept.path, replaced: kept.replaced, settledOrder: settledOrder, &state,
                in: transaction)
        }
    }

    /// Writes down an image that the store has, as far as it still needs what was decided.
    private func write(
        _ planned: PlannedImage, of image: ImageID, at path: PathID, replaced: ImageID?, settledOrder: Int64,
        _ state: inout SubmissionState, in transaction: Transaction
    ) throws(StoreError) {
        let status = try look(at: image, in: state.run)
        var isCopy = planned.isCopy
        if let name = status.name {
            if state.seen.precedes(path, of: image, at: planned.order) {
                try transaction.selection.rename(image, to: path, own)
            }
            let isFirst = state.seen.markSeen(
                path, of: image, own: name, wasMissing: status.isMissing, at: planned.order)
            // A file that was not read was seen before, when its listing was compared.
            if case .identified = planned.source, !isFirst { isCopy = true }
        } else {
            try join(image, at: path, order: planned.order, settledOrder: settledOrder, &state, in: transaction)
        }
        if planned.isKept, !status.isKept { try transaction.selection.keep(image, own) }
        let isUnderWay = status.task == .queued || status.task == .running
        let decision: ImageDecision
        switch planned.decision {
        case _ where status.isAnswered: decision = .answered
        case _ where isUnderWay: decision = .alreadyQueued
        case .queue where status.task == nil && planned.image != nil,
            .copyFailure where status.task == nil && planned.image != nil, .skipFailed, .awaitRetry:
            decision = planned.decision
        default:
            // Others have written meanwhile, or the first name of the content has.
            decision = try decide(image, replaced: status.name == nil ? replaced : nil, in: state.run)
        }
        switch decision {
        case .outsideShare: break
        case .answered where isCopy, .alreadyQueued where isCopy, .skipFailed where isCopy, .awaitRetry where isCopy:
            state.batch.progress.copies += 1
        case .answered: state.batch.progress.answered += 1
        case .alreadyQueued: state.batch.progress.alreadyQueued += 1
        case .skipFailed: state.batch.progress.failedBefore += 1
        case .awaitRetry: state.batch.progress.awaitingRetry += 1
        case .copyFailure(let failure, let minGenerations, let isOpen):
            if isOpen { state.batch.progress.awaitingRetry += 1 } else { state.batch.progress.failedBefore += 1 }
            let run = try openRun(&state, in: transaction)
            try transaction.queue.copyFailure(failure, of: image, at: path, in: run, minGenerations: minGenerations)
        case .queue(let reason, let minGenerations, let nights):
            try queue(
                image, at: path, reason, minGenerations: minGenerations, nights: nights, hasNoTask: status.task == nil,
                &state, in: transaction)
        }
    }

    private func queue(
        _ image: ImageID, at path: PathID, _ reason: QueueReason, minGenerations: [RecipeID: Int64], nights: Int,
        hasNoTask: Bool,
        _ state: inout SubmissionState, in transaction: Transaction
    ) throws(StoreError) {
        let before = state.run
        let run = try openRun(&state, in: transaction)
        // Of a run that others have opened meanwhile nothing is known yet.
        let isNew = hasNoTask && (before == run || state.openedRun == run)
        if try transaction.queue.add(
            image, at: path, in: run, reason: reason, minGenerations: minGenerations, nights: nights, isNew: isNew)
        {
            state.batch.progress.queued += 1
        } else {
            state.batch.progress.alreadyQueued += 1
        }
    }

    private func join(
        _ image: ImageID, at path: PathID, order: Int64, settledOrder: Int64, _ state: inout SubmissionState,
        in transaction: Transaction
    ) throws(StoreError) {
        try transaction.selection.join(image, as: path, own)
        state.seen.join(path, of: image, at: order, settledOrder: settledOrder)
    }

    /// The run that new tasks go to.
    func openRun(_ state: inout SubmissionState, in transaction: Transaction) throws(StoreError) -> RunID {
        if let run = state.run { return run }
        // Another process that submits the same may have opened one since this submission began.
        let theirs = try database.submissions.openRun(for: own)
        let opened = if let theirs { theirs } else { try transaction.submissions.addRun(for: own) }
        if let priority { try transaction.runs.prioritize(opened, at: priority) }
        // One that was opened before and has been finished may be open again, with tasks.
        state.openedRun = theirs == nil ? opened : nil
        state.run = opened
        return opened
    }

    /// How an image stands in the job's selection and in a run.
    func look(at image: ImageID, in run: RunID?)
        throws(StoreError) -> (name: PathID?, isMissing: Bool, isAnswered: Bool, task: TaskState?, isKept: Bool)
    {
        let statement = statements.status
        defer { statement.reset() }
        try statement.bind([.integer(image.value), Value(run?.value)])
        guard try statement.step() else { throw database.connection.fault("a statement of one row gave none") }
        let name = statement.optionalInteger(0).map { PathID($0) }
        let isMissing = statement.integer(1) != 0
        let isAnswered = statement.integer(2) != 0
        let task = statement.optionalText(3).flatMap { TaskState(rawValue: $0) }
        let isKept = statement.integer(4) != 0
        try statement.check()
        return (name, isMissing, isAnswered, task, isKept)
    }
}

extension [PlannedImage] {
    /// Whether they stand in the order of the sources.
    fileprivate var isSortedByOrder: Bool {
        var last = Int64.min
        for image in self {
            if image.order < last { return false }
            last = image.order
        }
        return true
    }
}

/// Milliseconds of one transaction, more or less: each commit writes the pages of the index over digests that it hit,
/// which are nearly all of them.
private let maxTransactionTime: Int64 = 500
