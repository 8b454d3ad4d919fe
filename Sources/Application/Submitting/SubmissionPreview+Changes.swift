internal import Catalog
internal import Platform
internal import Storage
internal import Domain

extension SubmissionPreview {
    /// The names that are not there any more.
    ///
    /// - Parameter renewNight: is called before each page, as a slow disk is asked about each name.
    func missingNames(
        below roots: [SourcePath], renewNight: () throws(StoreError) -> Void
    ) throws(StoreError) -> [PathID] {
        var gone: [PathID] = []
        var last: PathID?
        while true {
            try renewNight()
            let names = try unseenNames(below: roots, after: last, limit: pageSize)
            guard let newest = names.last else { return gone }
            gone += names.filter { !$0.path.isThere }.map(\.id)
            last = newest.id
        }
    }

    /// What becomes of the members of which no name was seen.
    ///
    /// - Parameters:
    ///   - listed: names that a source gives and that are not there, in whichever reading, beside those that
    ///     the session knows.
    ///   - renewNight: is called before each page.
    func changes(
        _ catalog: Catalog, listed: Set<FilePath> = [],
        renewNight: () throws(StoreError) -> Void = { () throws(StoreError) in }
    ) throws(StoreError) -> [(UnseenImage, MemberChange)] {
        var changes: [(UnseenImage, MemberChange)] = []
        var last: ImageID?
        while true {
            try renewNight()
            let members = try unseenImages(after: last, limit: pageSize)
            guard let newest = members.last else { return changes }
            changes += members.compactMap { member in
                let change = member.change { name in
                    let isListed =
                        (name.isListed || listed.contains(name.path)) && catalog.listsMayHold(member.digest)
                    let readings =
                        isListed ? [name.reading] : catalog.readings(of: name.path, holding: member.digest)
                    if readings.isEmpty, !catalog.mayListDifferently(name.reading) { return .unwanted }
                    let isThere = name.path.isAddress || (try? FileStatus(of: name.path)) != nil
                    if readings.isEmpty { return isThere ? .reread : .unwanted }
                    if isListed || !isThere { return .gone }
                    return readings.contains(name.reading) ? .present : .reread
                }
                return change.map { (member, $0) }
            }
            last = newest.image
        }
    }
}

/// What became of a name that a submission has not seen.
enum NameChange {
    /// It is there, and a source gives it.
    case present
    /// A source would give it, and it is not there.
    case gone
    /// A source gives it, to be read in another way: it holds another image there.
    case reread
    /// No source gives it any more.
    case unwanted
}

extension UnseenImage {
    /// What becomes of a member of a selection, by what became of its names; nil where it stays as it is.
    func change(_ change: (UnseenName) -> NameChange) -> MemberChange? {
        // A name that holds another image now is not a name of this one any more; it may have others elsewhere.
        var isReplaced = !names.contains { $0.id == path }
        var gone: [PathID] = []
        for name in names {
            switch change(name) {
            case .present: return nil
            case .gone: gone.append(name.id)
            case .reread: isReplaced = true
            case .unwanted: break
            }
        }
        if !gone.isEmpty { return .missing(image, names: gone) }
        return isReplaced ? .replaced(image) : .removed(image)
    }
}

extension FilePath {
    /// Whether there is anything of this name; a link to nothing is something.
    fileprivate var isThere: Bool { (try? FileStatus(of: self)) != nil || FileStatus.isLink(self) }
}

/// Members or names that are asked for at a time.
private let pageSize = 4096
