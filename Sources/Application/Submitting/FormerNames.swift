internal import Platform
internal import Storage
internal import Domain

/// What has become of names that no source gives any more.
///
/// A folder is looked at when it leaves the sources, and again only where it has changed since: a single look at each
/// such folder a night, whatever it holds.
struct FormerNames {
    /// Names that are gone, and names that were and are there again.
    private(set) var missing: [PathID] = [], returned: [PathID] = []
    /// The folders that need no second look.
    private(set) var checked: [FolderCheck] = []

    /// Looks for the names in a session's former folders.
    ///
    /// - Parameters:
    ///   - roots: the folders in which the session's sources search.
    ///   - now: a folder that has changed just before is looked at again, since its clock may be a coarse one.
    ///   - renewNight: is called before each page, as a slow disk is asked about each name.
    init(
        _ session: any SubmissionSession, outside roots: [SourcePath], now: Timestamp,
        renewNight: () throws(StoreError) -> Void
    ) throws(StoreError) {
        for folder in try session.formerFolders(outside: roots) {
            try renewNight()
            guard let place = FormerPlace(folder.path), !place.isSame(as: folder.checkedAt) else { continue }
            let outcome = try look(for: session, in: folder.id, place, renewNight)
            guard outcome.hasNames, let number = place.number(allGone: outcome.areGone) else { continue }
            if number == 0 || number < (now.milliseconds - coarsestClock) * 1_000_000 {
                checked.append(FolderCheck(folder.id, at: number))
            }
        }
    }

    /// Looks for the names in a folder; answers whether it has any, and whether all of them are known to be gone.
    private mutating func look(
        for session: any SubmissionSession, in folder: FolderID, _ place: FormerPlace,
        _ renewNight: () throws(StoreError) -> Void
    ) throws(StoreError) -> (hasNames: Bool, areGone: Bool) {
        var last: PathID?
        var areGone = true
        while true {
            let names = try session.formerNames(in: folder, after: last, limit: pageSize)
            guard let newest = names.last else { return (last != nil, areGone) }
            for name in names {
                switch place.state(of: name) {
                case .present:
                    areGone = false
                    if name.isMissing { returned.append(name.id) }
                case .gone: if !name.isMissing { missing.append(name.id) }
                case .unknown: areGone = false
                }
            }
            last = newest.id
            try renewNight()
        }
    }
}

/// Names that are asked for at a time.
private let pageSize = 4096
/// Milliseconds within which a file system may give two changes one time: two seconds on a memory card.
private let coarsestClock: Int64 = 2000
