internal import Crypto
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage] {
        let digests = images.map(\.digest)
        decided = DecidedDigests(images, digests)
        return try database.snapshot { () throws(StoreError) in
            let known = try digests.map { digest throws(StoreError) in try content(of: digest) }
            let run = if let run = state.run { run } else { try database.submissions.openRun(for: own) }
            var planned: [PlannedImage] = []
            planned.reserveCapacity(images.count)
            // By a part of their digests, where others are told apart by all of them.
            var first: [UInt64: Int] = Dictionary(minimumCapacity: images.count)
            for (index, image) in images.enumerated() {
                if let earlier = first.updateValue(index, forKey: digests[index].start),
                    digests[earlier] == digests[index]
                {
                    let plan = planned[earlier]
                    planned.append(
                        PlannedImage(
                            source: .identified(image), image: plan.image, decision: plan.decision.ofFurtherName,
                            isCopy: true))
                } else {
                    planned.append(try decide(image, known[index], in: run))
                }
            }
            return planned
        }
    }

    func decisions(of digests: [Digest]) throws(StoreError) -> [ImageDecision?] {
        try database.snapshot { () throws(StoreError) in
            let known = try digests.map { digest throws(StoreError) in try content(of: digest) }
            let run = if let run = state.run { run } else { try database.submissions.openRun(for: own) }
            return try known.map { known throws(StoreError) in
                guard let known, state.seen.images.contains(known.image.value) else { return nil }
                return known.isAnswered ? .answered : try decide(known.image, in: run)
            }
        }
    }

    private func decide(_ image: IdentifiedImage, _ known: KnownContent?, in run: RunID?)
        throws(StoreError) -> PlannedImage
    {
        guard let known else {
            guard let replaced = try content(replacedBy: image) else {
                return PlannedImage(source: .identified(image), image: nil, decision: newDecision)
            }
            var history = ImageHistory()
            history.replaced = replaced
            return PlannedImage(source: .identified(image), image: nil, decision: planner.decide(history))
        }
        if known.isAnswered { return PlannedImage(source: .identified(image), image: known.image, decision: .answered) }
        // The name's earlier content is a reason only for an image that joins the selection.
        var replaced = known.isMember ? nil : try content(replacedBy: image)
        if replaced == known.image { replaced = nil }
        return PlannedImage(
            source: .identified(image), image: known.image,
            decision: try decide(known.image, replaced: replaced, in: run))
    }

    /// The content of a digest; nil where the store does not have it.
    private func content(of digest: Digest) throws(StoreError) -> KnownContent? {
        let statement = statements.content
        defer { statement.reset() }
        try statement.bind(blob: digest.bytes, at: 1)
        guard try statement.step() else { return nil }
        let found = KnownContent(
            image: ImageID(statement.integer(0)), isAnswered: statement.integer(1) != 0,
            isMember: statement.integer(2) != 0)
        try statement.check()
        return found
    }

    /// The content that a file's name holds by now; an object that is known by its name never holds any other.
    private func content(replacedBy image: IdentifiedImage) throws(StoreError) -> ImageID? {
        guard case .file = image.content else { return nil }
        return try database.catalog.known(image.path, on: volume)?.image
    }
}

/// A content that the store has.
private struct KnownContent {
    let image: ImageID
    /// Whether it has all its answers.
    let isAnswered: Bool
    /// Whether it is in the job's selection.
    let isMember: Bool
}

extension Digest {
    /// The first eight bytes as a number.
    fileprivate var start: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
