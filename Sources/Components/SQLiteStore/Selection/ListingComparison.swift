internal import SQLite
internal import Storage
internal import Domain

/// A listing beside what the store knows of its names.
struct ListingComparison {
    /// The place of the listing's first file in the order of the sources.
    let place: Int64
    /// The names that were seen.
    var seen: Sightings
    /// What must be read, and the counts of what needs nothing.
    var diff = ListingDiff()
    /// Files that need no reading and about which something must be written.
    var known: [KnownFile] = []

    init(place: Int64, seen: Sightings) {
        self.place = place
        self.seen = seen
    }

    /// One pass over the folder's names and the listing's, both in the order of the index.
    mutating func takeAll(_ files: [ListedFile], in folder: [UInt8], _ row: Statement, _ values: [Value])
        throws(SQLiteError)
    {
        try row.bind(values)
        let names = SortedNames(files, in: folder)
        var hasRow = try row.step()
        for (index, file) in names {
            var order = -1
            while hasRow {
                order = names.order(of: row, and: index)
                guard order < 0 else { break }
                if row.isNull(2) { seen.absent.insert(row.integer(3)) }
                hasRow = try row.step()
            }
            guard hasRow, order == 0 else {
                diff.unread.append(index)
                continue
            }
            take(row, file, at: index)
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
    mutating func take(_ row: Statement, _ file: ListedFile, at index: Int) {
        let isUnchanged =
            !row.isNull(4) && row.bits(5) == file.bytes && row.bits(6) == file.modifiedNanoseconds
            && row.bits(7) == Int64(bitPattern: file.inode)
        guard isUnchanged else { return diff.unread.append(index) }
        let path = PathID(row.integer(3))
        let image = ImageID(row.integer(4))
        if !row.isNull(2) { seen.find(path) }
        let standing: KnownFile.Standing =
            switch row.integer(8) {
            case 1: .answered
            case 2: .queued
            default: .lacking
            }
        let isMember = !row.isNull(9)
        let isCopy: Bool
        if isMember {
            let own = PathID(row.integer(9))
            isCopy = !seen.see(path, of: image, own: own, wasMissing: !row.isNull(10), at: place + Int64(index))
        } else {
            isCopy = seen.images.contains(image.value)
        }
        switch standing {
        case .answered where isMember:
            diff.answered += 1
            if isCopy { diff.copies += 1 }
        case .queued where isMember:
            diff.queued += 1
            if isCopy { diff.queuedCopies += 1 }
        default: known.append(KnownFile(path: path, image: image, index: index, standing: standing, isCopy: isCopy))
        }
    }
}

/// A listed file whose content is known, about which something must be written.
struct KnownFile {
    /// What the content has.
    enum Standing {
        /// All answers.
        case answered
        /// A task that is queued or running.
        case queued
        /// Neither.
        case lacking
    }

    /// Its name's row.
    let path: PathID
    /// Its content.
    let image: ImageID
    /// Its place in the listing.
    let index: Int
    /// What the content has.
    let standing: Standing
    /// Whether the content was seen by another name before.
    let isCopy: Bool
}
