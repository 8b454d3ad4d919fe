internal import Platform
internal import Storage
internal import Domain

/// A folder that no source gives any more, as it is on the disk now.
struct FormerPlace {
    /// What can be told of a name.
    enum State { case present, gone, unknown }

    private let isThere: Bool
    /// The last change of the folder, or of the nearest folder above it that is there.
    private let changed: Int64

    /// Looks at a folder; nil where the system does not let it be seen.
    init?(_ path: FilePath) {
        var path = path
        var isThere = true
        while true {
            do throws(SystemError) {
                let status = try FileStatus(of: path)
                if status.kind == .folder {
                    self.isThere = isThere
                    changed = status.changedNanoseconds
                    return
                }
            } catch {
                guard error.isAbsence, path.bytes.count > 1 else { return nil }
            }
            isThere = false
            path = path.directory
        }
    }

    /// Whether it is as it was when a look at it gave this number.
    func isSame(as number: Int64?) -> Bool { number == changed || !isThere && number == 0 }

    /// A number that is another one when there is reason for another look.
    ///
    /// - Parameter allGone: whether the names in it are gone: with the folder, so that only its return counts.
    func number(allGone: Bool) -> Int64? { !isThere && allGone ? 0 : changed }

    /// Whether a name is there.
    ///
    /// It is gone where a folder that was changed since the name was seen does not have it. The empty folder in which
    /// a disk is mounted was not: of a disk that is away nothing is known.
    func state(of name: FormerName) -> State {
        if isThere {
            do throws(SystemError) {
                _ = try FileStatus(of: name.path)
                return .present
            } catch {
                if FileStatus.isLink(name.path) { return .present }
                guard error.isAbsence else { return .unknown }
            }
        }
        let (seen, isTooFar) = name.firstSeenAt.milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return !isTooFar && changed > seen ? .gone : .unknown
    }
}
