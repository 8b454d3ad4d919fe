internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func finish(_ completion: SubmissionCompletion) throws(StoreError) -> SubmissionOutcome {
        var next = state
        let outcome = try database.write { transaction throws(StoreError) in
            let outcome = try finish(completion, &next, in: transaction)
            // This may have taken longer than a lease, and nothing else could be written meanwhile.
            if let night = completion.night { try transaction.nights.renew(night, lease: Lease.length) }
            return outcome
        }
        state = next
        return outcome
    }

    private func finish(
        _ completion: SubmissionCompletion, _ state: inout SubmissionState, in transaction: Transaction
    ) throws(StoreError) -> SubmissionOutcome {
        if let completed = try completed() { return completed }
        if let end = try end(&state) { return .ended(end) }
        return try complete(completion, &state, in: transaction)
    }

    /// What a submission came to that is complete; nil for one that is not.
    private func completed() throws(StoreError) -> SubmissionOutcome? {
        try database.connection.first(
            """
            SELECT found, read, known, queued, renamed, missing, removed, replaced, run_id FROM submission
            WHERE submission_id = ? AND completed_at IS NOT NULL
            """, .integer(own.id.value)
        ) { row in
            var counts = SubmissionCounts()
            counts.found = Int(row.count(0))
            counts.read = Int(row.count(1))
            counts.known = Int(row.count(2))
            counts.queued = Int(row.count(3))
            counts.renamed = Int(row.count(4))
            counts.missing = Int(row.count(5))
            counts.removed = Int(row.count(6))
            counts.replaced = Int(row.count(7))
            return .completed(counts, run: row.optionalInteger(8).map { RunID($0) })
        }
    }

    private func complete(
        _ completion: SubmissionCompletion, _ state: inout SubmissionState, in transaction: Transaction
    )
        throws(StoreError) -> SubmissionOutcome
    {
        let members = try unchanged(completion.members)
        let missing = members.count { $0.change == .missing && !$0.isMissing }
        if let limit = completion.missingAtMost, missing > limit { return .tooManyMissing(missing) }
        let removed = try members.count { member throws(StoreError) in
            member.change == .removed && !member.isMissing ? try isCompleted(member.submission) : false
        }
        if let limit = completion.removedAtMost, removed > limit { return .tooManyRemoved(removed) }
        var counts = completion.counts
        counts.missing = missing
        for name in completion.missingNames where !state.seen.paths.contains(name.value) {
            try transaction.catalog.setMissing(name, at: database.now)
        }
        for name in state.seen.returnedPaths.rows { try transaction.catalog.setMissing(PathID(name), at: nil) }
        try writeFormer(completion, in: transaction)
        for image in state.seen.returned {
            try transaction.selection.restore(image, own)
        }
        counts.renamed += try renameMembers(in: transaction)
        for member in members {
            switch member.change {
            case .missing:
                try mark(member, in: transaction)
                continue
            case .removed: counts.removed += 1
            case .replaced: counts.replaced += 1
            }
            try transaction.selection.remove(member.image, own)
        }
        try transaction.queue.cancelQueued(of: own)
        try transaction.problems.forget(excluding: state.noted, of: own)
        try transaction.submissions.complete(own, counts, run: state.run, imagesGiven: completion.imagesGiven)
        try transaction.writeCounts()
        try transaction.shownRecipes.switchOver(own.job.value)
        return .completed(counts, run: state.run)
    }

    /// What becomes of a member: it is marked, or it leaves the selection.
    private enum Change { case missing, removed, replaced }

    /// A member of which no name was seen, as it stands now.
    private struct Member {
        let image: ImageID
        let name: PathID
        let isMissing: Bool
        /// The submission that brought it.
        let submission: Int64
        let change: Change
        /// Its names that are not there any more.
        let gone: [PathID]
    }

    /// The members whose state is known and that another submission has not changed meanwhile, in the order of images.
    private func unchanged(_ changes: [MemberChange]) throws(StoreError) -> [Member] {
        // A million members may be gone at once: their memory is taken once.
        var members: [Member] = []
        members.reserveCapacity(changes.count)
        for each in changes {
            let (image, change, gone): (ImageID, Change, [PathID]) =
                switch each {
                case .missing(let image, let names): (image, .missing, names)
                case .removed(let image): (image, .removed, [])
                case .replaced(let image): (image, .replaced, [])
                }
            if state.seen.images.contains(image.value) { continue }
            let member = try database.connection.first(
                """
                SELECT path_id, missing_at IS NOT NULL, from_submission FROM job_image
                WHERE job_id = ? AND image_id = ? AND until_submission IS NULL
                """, .integer(own.job.value), .integer(image.value)
            ) {
                Member(
                    image: image, name: PathID($0.integer(0)), isMissing: $0.integer(1) != 0,
                    submission: $0.integer(2), change: change, gone: gone)
            }
            guard let member, unseenOwnNames[image].map({ $0 == member.name }) ?? true else { continue }
            members.append(member)
        }
        members.sort { $0.image < $1.image }
        return members
    }

    /// Gives members whose own name was not seen the first other one.
    private func renameMembers(in transaction: Transaction) throws(StoreError) -> Int {
        var renamed = 0
        for (image, name) in state.seen.otherNames.sorted(by: { $0.key < $1.key }) {
            let known = try database.connection.first(
                "SELECT path_id FROM job_image WHERE job_id = ? AND image_id = ? AND until_submission IS NULL",
                .integer(own.job.value), .integer(image.value)
            ) { $0.integer(0) }
            guard let known, !state.seen.paths.contains(known), try isHere(known) else { continue }
            try transaction.selection.rename(image, to: name.path, own)
            if try !haveSamePath(known, name.path.value) { renamed += 1 }
        }
        return renamed
    }

    /// Whether two names are one path that is read in two ways.
    private func haveSamePath(_ one: Int64, _ other: Int64) throws(StoreError) -> Bool {
        try database.connection.first(
            """
            SELECT 1 FROM path AS a JOIN path AS b ON b.path = a.path AND b.path_bytes = a.path_bytes
            WHERE a.path_id = ? AND b.path_id = ?
            """, .integer(one), .integer(other)
        ) { _ in true } ?? false
    }

    /// Whether a name is on the volume that this submission looks at.
    private func isHere(_ name: Int64) throws(StoreError) -> Bool {
        try database.connection.first(
            "SELECT 1 FROM path JOIN folder USING (folder_id) WHERE path_id = ? AND volume = ?", .integer(name),
            .text(volume.name)
        ) { _ in true } ?? false
    }

    /// Marks a member as missing, with the first of its names that are gone unless its own is among them.
    private func mark(_ member: Member, in transaction: Transaction) throws(StoreError) {
        for name in member.gone { try transaction.catalog.setMissing(name, at: database.now) }
        let name = member.gone.contains(member.name) ? member.name : member.gone.first ?? member.name
        if member.isMissing, name == member.name { return }
        try transaction.selection.markMissing(member.image, as: name, own)
    }
}
