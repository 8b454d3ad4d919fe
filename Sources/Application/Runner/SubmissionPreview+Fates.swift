internal import Catalog
internal import Platform
internal import Storage
internal import Domain

extension SubmissionPreview {
    /// The names that are not there any more.
    ///
    /// - Parameter tend: what must be done now and then: a slow disk is asked about each name.
    func goneNames(below roots: [FilePath], tend: () throws(StoreError) -> Void) throws(StoreError) -> [PathID] {
        var gone: [PathID] = []
        var last: PathID?
        while true {
            try tend()
            let names = try unseenNames(below: roots, after: last, limit: pageSize)
            guard let newest = names.last else { return gone }
            gone += names.filter { !$0.path.isThere }.map(\.id)
            last = newest.id
        }
    }

    /// What becomes of the members of which no name was seen.
    ///
    /// - Parameters:
    ///   - listed: names that a source gives and that are not there, beside those that the session knows.
    ///   - tend: what must be done now and then.
    func fates(
        _ catalog: Catalog, listed: Set<FilePath> = [],
        tend: () throws(StoreError) -> Void = { () throws(StoreError) in }
    ) throws(StoreError) -> [(UnseenImage, MemberFate)] {
        var fates: [(UnseenImage, MemberFate)] = []
        var last: ImageID?
        while true {
            try tend()
            let members = try unseenImages(after: last, limit: pageSize)
            guard let newest = members.last else { return fates }
            fates += members.compactMap { member in
                let fate = member.fate { name in
                    let isListed = name.isListed || listed.contains(name.path)
                    if !isListed, !catalog.names(name.path) { return .unwanted }
                    let isThere = name.path.isAddress || (try? FileStatus(of: name.path)) != nil
                    return isListed || !isThere ? .gone : .present
                }
                return fate.map { (member, $0) }
            }
            last = newest.image
        }
    }
}

extension FilePath {
    /// Whether there is anything of this name; a link to nothing is something.
    fileprivate var isThere: Bool { (try? FileStatus(of: self)) != nil || FileStatus.isLink(self) }
}

/// Members or names that are asked for at a time.
private let pageSize = 4096
