package import Platform
package import Domain

extension Failure {
    /// Why a file could not be read, as a failure of that image alone.
    package init(reading error: SystemError, limit: Int64) {
        let (kind, advice): (Kind, String) =
            switch error.code {
            case "ENOENT", "ENOTDIR": (.missing, "the file is gone; bring it back or take it off the list")
            case "EISDIR": (.unreadable, "this is a folder, not an image; name it under `folder:`")
            case "EACCES", "EPERM": (.unreadable, "\(error.reason); make it readable for this user")
            case "EFBIG": (.tooLarge, "the file is larger than \(limit / 1_000_000) MB; scale the picture down")
            case "EINVAL": (.unreadable, "this is not an ordinary file")
            default: (.unreadable, error.reason)
            }
        self.init(
            stage: .read, kind: kind, code: error.code, message: advice,
            // Without a descriptor or memory the next try may have both; a failing disk may answer, too.
            isTransient: error.isTransient)
    }
}
