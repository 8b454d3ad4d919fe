internal import Text
internal import Pictures
internal import Domain

extension Failure {
    /// A picture that cannot be decoded here, and so not be made smaller, and that no request has room for.
    static func cannotShrink(_ header: PictureHeader, bytes: Int, maxBytes: Int) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) of \(grouped(bytes)) bytes, a request takes \(grouped(maxBytes)), and Cairn does not decode the format: make it smaller, or convert it to PNG or JPEG"
        )
    }

    /// A picture that cannot be decoded here, and so not be turned as its source says.
    static func cannotTurn(_ header: PictureHeader) -> Failure {
        Failure(
            stage: .prepare, kind: .unsupported,
            message:
                "\(article(header.format)) cannot be turned, since Cairn does not decode the format: convert it to PNG or JPEG, or name it in a source without `orientation` and `rotate`"
        )
    }

    /// A picture of more pixels than services look at, that cannot be made smaller here.
    static func cannotScale(_ header: PictureHeader) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) of \(grouped(header.stored.width)) x \(grouped(header.stored.height)) pixels, the service takes \(grouped(Size.maxPixelsSent)) in all, and Cairn does not decode the format: make it smaller, or convert it to PNG or JPEG"
        )
    }

    /// A picture that does not fit a request at any size.
    static func cannotFit(_ header: PictureHeader, maxBytes: Int) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) that does not fit \(grouped(maxBytes)) bytes at any size: let its metadata be stripped, or convert it"
        )
    }
}
