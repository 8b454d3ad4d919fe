internal import Text
internal import Pictures
internal import Domain

extension Failure {
    /// A picture that does not fit a request at any size.
    static func cannotFit(_ header: PictureHeader, maxBytes: Int) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) that does not fit \(grouped(maxBytes)) bytes at any size: let its metadata be stripped, or convert it"
        )
    }
}
