internal import Crypto
internal import SQLite
internal import Storage
internal import Domain

/// A listing beside what the store knows of its names.
struct ListingComparison {
    /// The place of the listing's first file in the order of the sources.
    let order: Int64
    /// The part of the source's images that the job takes; nil: all of them.
    let share: ImageShare?
    /// The names that were seen.
    var seen: SeenNames
    /// What must be read, and the counts of what needs nothing.
    var diff = ListingDiff()
    /// Files that need no reading and about which something must be written.
    var known: [KnownFile] = []

    init(order: Int64, share: ImageShare?, seen: SeenNames) {
        self.order = order
        self.share = share
        self.seen = seen
    }

    /// One pass over the folder's names and the listing's, both in the order of the index.
    mutating func compareAll(_ files: [ListedFile], in folder: [UInt8], _ row: Statement<StoreError>, _ values: [Value])
        throws(StoreError)
    {
        try row.bind(values)
        let names = SortedNames(files, in: folder)
        var hasRow = try row.step()
        for (index, file) in names {
            var relation = -1
            while hasRow {
                relation = names.order(of: row, and: index)
                guard relation < 0 else { break }
                if row.isNull(2) { seen.absent.insert(row.integer(3)) }
                hasRow = try row.step()
            }
            guard hasRow, relation == 0 else {
                diff.unread.append(index)
                continue
            }
            compare(row, file, at: index)
            hasRow = try row.step()
        }
        while hasRow {
            if row.isNull(2) { seen.absent.insert(row.integer(3)) }
            hasRow = try row.step()
        }
        row.reset()
        diff.unread.sort()
        known.sort { $0.index < $1.index }
    }

    /// Takes in one name that the store knows.
    mutating func compare(_ row: Row, _ file: ListedFile, at index: Int) {
        let isUnchanged =
            !row.isNull(4) && row.bits(5) == file.bytes && row.bits(6) == file.modifiedNanoseconds
            && row.bits(7) == Int64(bitPattern: file.inode) && (!row.isNull(7) || row.isNull(5))
        guard isUnchanged else { return diff.unread.append(index) }
        let path = PathID(row.integer(3))
        let image = ImageID(row.integer(4))
        if !row.isNull(2) { seen.find(path) }
        if let share, Digest(bytes: row.blob(11)).map(share.contains) != true {
            seen.markSeen(unread: path, of: nil)
            diff.outsideShare += 1
            return
        }
        let state: KnownFile.NameState =
            switch row.integer(8) {
            case 1: .answered
            case 2: .queued
            default: .unanswered
            }
        let own = row.isNull(9) ? nil : MemberName(path: PathID(row.integer(9)), wasMissing: !row.isNull(10))
        add(path, of: image, state, member: own, at: index)
    }

    /// Takes in a name whose content is known.
    ///
    /// - Parameters:
    ///   - own: the name that the content has in the selection; nil where it is not in it.
    ///   - isNew: whether something must be written about it though it is in the selection and needs nothing.
    mutating func add(
        _ path: PathID, of image: ImageID, _ state: KnownFile.NameState, member own: MemberName?, at index: Int,
        isNew: Bool = false
    ) {
        let isCopy: Bool
        if let own {
            isCopy = !seen.markSeen(
                path, of: image, own: own.path, wasMissing: own.wasMissing, at: order + Int64(index))
        } else {
            isCopy = seen.images.contains(image.value)
        }
        let isSettled = own != nil && !isNew
        switch state {
        case .answered where isSettled:
            diff.answered += 1
            if isCopy { diff.copies += 1 }
        case .queued where isSettled:
            diff.queued += 1
            if isCopy { diff.queuedCopies += 1 }
        default:
            known.append(
                KnownFile(
                    path: path, image: image, index: index, state: state, isMember: own != nil, isCopy: isCopy))
        }
    }
}

/// The name that a member of a selection has.
struct MemberName {
    let path: PathID
    /// Whether the member was marked as missing.
    let wasMissing: Bool
}

/// A listed file whose content is known, about which something must be written.
struct KnownFile {
    /// What the content has.
    enum NameState {
        /// All answers.
        case answered
        /// A task that is queued or running.
        case queued
        /// Neither.
        case unanswered
    }

    /// Its name's row.
    let path: PathID
    /// Its content.
    let image: ImageID
    /// Its place in the listing.
    let index: Int
    /// What the content has.
    let state: NameState
    /// Whether the content is in the selection.
    let isMember: Bool
    /// Whether the content was seen by another name before.
    let isCopy: Bool
}
