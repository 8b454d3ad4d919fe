internal import Curl
internal import Services
package import Domain
package import Platform

extension Failure {
    /// Why a file on the web was not downloaded: no response came.
    init(fetching error: HTTPError, limit: Int) {
        let code = "\(error.kind)"
        switch error.kind {
        case .resolve, .connect, .timeout, .cut:
            self.init(
                stage: .read, kind: .unreachable, code: code,
                message: "\(error.host) cannot be reached (\(error.message)); it is tried again later",
                isTransient: true)
        case .tls:
            self.init(
                stage: .read, kind: .unreachable, code: code,
                message:
                    "the TLS certificate of \(error.host) is not trusted (\(error.message)); "
                    + "trust a private authority with `--cacert FILE`")
        case .tooLarge:
            self.init(
                stage: .read, kind: .tooLarge, code: code,
                message: "the file is larger than \(limit / 1_000_000) MB; scale the picture down")
        case .redirect:
            self.init(
                stage: .read, kind: .unreadable, code: code,
                message: "\(error.host): \(error.message); \(ConnectionAdvice.redirect)")
        case .badAddress, .insecure, .missing, .other, .headersTooLarge:
            self.init(stage: .read, kind: .unreadable, code: code, message: error.message)
        }
    }

    /// Why a response holds no file; nil where it does.
    init?(fetching status: Int) {
        let code = "HTTP_\(status)"
        switch status {
        case 200..<300: return nil
        case 404, 410:
            self.init(
                stage: .read, kind: .missing, code: code,
                message: "the server has no such file (\(status)); correct the address or take it off the list")
        case 401, 403, 407:
            self.init(
                stage: .read, kind: .unreadable, code: code,
                message:
                    "the server refuses access (\(status)), and Cairn cannot log in for pictures; "
                    + "download the file and give its path")
        case let status where HTTPStatus.mayPass(status, of: .files):
            self.init(
                stage: .read, kind: .unreachable, code: code,
                message: "the server cannot give the file now (\(status)); it is asked again later", isTransient: true)
        default:
            self.init(
                stage: .read, kind: .unreadable, code: code,
                message: "the server answers \(status) in place of a file; correct the address")
        }
    }
}

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
