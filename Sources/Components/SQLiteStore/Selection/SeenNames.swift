internal import Domain

/// What a submission has seen so far of the names that its job's sources give, and of the contents behind them.
///
/// Names have a place in the order in which the sources give them: the first name that is there is the one that a job's
/// rows show.
struct SeenNames: Sendable {
    /// Names that are there.
    private(set) var paths = RowSet()
    /// Contents that are there.
    private(set) var images = RowSet()
    /// Folders that were listed whole.
    var folders = RowSet()
    /// Names that the store has and that were not there: in no listing of their folder, or not found by a source that
    /// gives them.
    var absent = RowSet()
    /// Names that a source gives and that are not there.
    private(set) var gone = RowSet()
    /// Names that were missing and are there again.
    private(set) var returnedPaths = RowSet()
    /// Whether a name was seen to hold other content than before: then members may have lost a name that was seen.
    private(set) var hasReplaced = false
    /// Members of the selection that were missing and are there again.
    private(set) var returned: [ImageID] = []
    /// How many members of the selection were seen by the name that they have.
    private(set) var keptCount = 0
    /// The first other name of members whose own name was not seen.
    private(set) var otherNames: [ImageID: FirstName] = [:]
    /// The names of the newest members, for as long as an earlier name may still come.
    private var newNames: [ImageID: FirstName] = [:]

    /// A name with its place in the order of the sources.
    struct FirstName: Sendable {
        var path: PathID
        var order: Int64
    }

    /// Nothing was seen.
    init() {}

    /// Takes note of a member of the selection that was seen.
    ///
    /// - Parameters:
    ///   - own: the name that the member has.
    ///   - order: where the sources give the name that was seen.
    /// - Returns: whether no other name of its content was seen before.
    @discardableResult
    mutating func markSeen(_ path: PathID, of image: ImageID, own: PathID, wasMissing: Bool, at order: Int64) -> Bool {
        let isFirst = paths.insert(path.value)
        let isNewContent = images.insert(image.value)
        if path == own {
            if isFirst {
                keptCount += 1
                if wasMissing { returned.append(image) }
            }
            otherNames[image] = nil
        } else if !paths.contains(own.value), order < otherNames[image]?.order ?? .max {
            otherNames[image] = FirstName(path: path, order: order)
        }
        return isNewContent
    }

    /// Takes note of content that is there; false where it was seen before.
    mutating func markSeen(content image: ImageID) -> Bool { images.insert(image.value) }

    /// Takes note of a new member of the selection.
    ///
    /// - Parameter settledOrder: every name before it was seen, so that none can come that is before the member's own.
    mutating func join(_ path: PathID, of image: ImageID, at order: Int64, settledOrder: Int64 = 0) {
        if paths.insert(path.value) { keptCount += 1 }
        images.insert(image.value)
        if order >= settledOrder { newNames[image] = FirstName(path: path, order: order) }
    }

    /// Whether a name comes before the one that a new member was given; it is the member's from then on.
    mutating func precedes(_ path: PathID, of image: ImageID, at order: Int64) -> Bool {
        guard let known = newNames[image], order < known.order else { return false }
        newNames[image] = FirstName(path: path, order: order)
        return true
    }

    /// Forgets the names of new members before which none can come any more.
    mutating func forgetNewNames(before order: Int64) {
        guard newNames.count > 4096 else { return }
        newNames = newNames.filter { $0.value.order > order }
    }

    /// Takes note of a name that is there and could not be read, with what it held before.
    mutating func markSeen(unread path: PathID, of image: ImageID?) {
        paths.insert(path.value)
        if let image { images.insert(image.value) }
    }

    /// Takes note of a name that was missing and is there again.
    mutating func find(_ path: PathID) { returnedPaths.insert(path.value) }

    /// Takes note of a name that holds other content than before.
    mutating func replace() { hasReplaced = true }

    /// Takes note of a name that a source gives and that is not there.
    mutating func miss(_ path: PathID) { gone.insert(path.value) }
}
