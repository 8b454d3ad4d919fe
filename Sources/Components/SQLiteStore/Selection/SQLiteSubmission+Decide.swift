internal import Crypto
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func decide(_ images: [IdentifiedImage]) throws(StoreError) -> [PlannedImage] {
        let keys = images.map(\.key)
        decided = DecidedDigests(images, keys.map(\.digest))
        return try database.snapshot { () throws(StoreError) in
            let known = try keys.map { key throws(StoreError) in try knownImage(key) }
            let run = if let run = state.run { run } else { try database.submissions.openRun(for: own) }
            var planned: [PlannedImage] = []
            planned.reserveCapacity(images.count)
            // By a part of their keys, where others are told apart by all of them.
            var first: [UInt64: Int] = Dictionary(minimumCapacity: images.count)
            for (index, image) in images.enumerated() {
                if !image.isOutsideShare, let earlier = first.updateValue(index, forKey: keys[index].start),
                    keys[earlier] == keys[index]
                {
                    let plan = planned[earlier]
                    planned.append(
                        PlannedImage(
                            source: .identified(image), image: plan.image, decision: plan.decision.ofFurtherName,
                            isCopy: true, edit: try nameEdit(of: image, now: plan.image).edit))
                } else {
                    planned.append(try decide(image, known[index], in: run))
                }
            }
            return planned
        }
    }

    func decisions(of keys: [ImageKey]) throws(StoreError) -> [ImageDecision?] {
        try database.snapshot { () throws(StoreError) in
            let known = try keys.map { key throws(StoreError) in try knownImage(key) }
            let run = if let run = state.run { run } else { try database.submissions.openRun(for: own) }
            return try known.map { known throws(StoreError) in
                guard let known, state.seen.images.contains(known.image.value) else { return nil }
                return known.isAnswered ? .answered : try decide(known.image, in: run)
            }
        }
    }

    private func decide(_ image: IdentifiedImage, _ known: KnownImage?, in run: RunID?)
        throws(StoreError) -> PlannedImage
    {
        let name = try nameEdit(of: image, now: known?.image)
        let decision: ImageDecision
        if image.isOutsideShare {
            decision = .outsideShare
        } else if let known, known.isAnswered || known.isMember {
            decision = known.isAnswered ? .answered : try decide(known.image, in: run)
        } else {
            // What the name was before is a reason only for an image that joins the selection.
            let former = name.replaced == nil ? try formerReading(of: image.path, readAs: image.reading) : nil
            let isNew = known == nil && name.replaced == nil && former == nil
            decision =
                isNew ? newDecision : try decide(known?.image, replaced: name.replaced, askedAs: former, in: run)
        }
        return PlannedImage(
            source: .identified(image), image: known?.image, decision: decision, edit: name.edit)
    }

    /// The image of a key; nil where the store does not have it.
    private func knownImage(_ key: ImageKey) throws(StoreError) -> KnownImage? {
        let statement = statements.image
        defer { statement.reset() }
        try statement.bind([.blob(key.digest.bytes)] + key.numbers)
        guard try statement.step() else { return nil }
        let found = KnownImage(
            image: ImageID(statement.integer(0)), isAnswered: statement.integer(1) != 0,
            isMember: statement.integer(2) != 0)
        try statement.check()
        return found
    }

    /// What becomes of the name of a file that was read; an object that is known by its name never holds another.
    ///
    /// - Parameter now: the image that it holds now; nil for one that the store does not have.
    private func nameEdit(of found: IdentifiedImage, now: ImageID?) throws(StoreError) -> NameEdit {
        guard case .file(let identity, _) = found.content,
            let name = try database.catalog.known(found.path, in: scope(of: found.reading))
        else { return NameEdit() }
        guard name.image == now else { return NameEdit(edit: .image, replaced: name.image) }
        return NameEdit(edit: name.content == identity.storedContent ? nil : .metadata)
    }
}

/// What becomes of a name whose file was read.
private struct NameEdit {
    var edit: FileEdit?
    /// The image that it held, where that was another.
    var replaced: ImageID?
}

/// An image that the store has.
private struct KnownImage {
    let image: ImageID
    /// Whether it has all its answers.
    let isAnswered: Bool
    /// Whether it is in the job's selection.
    let isMember: Bool
}

extension ImageKey {
    /// The first eight bytes of the digest as a number, another one for each turn.
    fileprivate var start: UInt64 { digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } &+ UInt64(turn) }
}
