internal import Text
internal import Pictures
internal import Domain

extension Failure {
    /// A picture that cannot be decoded here, and so not be made smaller, and that no request has room for.
    static func cannotShrink(_ header: PictureHeader, bytes: Int, most: Int) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) of \(grouped(bytes)) bytes, a request takes \(grouped(most)), and Cairn "
                + "does not decode the format: make it smaller, or convert it to PNG or JPEG")
    }

    /// A picture of more pixels than services look at, that cannot be made smaller here.
    static func cannotScale(_ header: PictureHeader) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message: "\(article(header.format)) of \(grouped(header.stored.width)) x \(grouped(header.stored.height)) "
                + "pixels, the service takes \(grouped(Size.mostPixelsSent)) in all, and Cairn does not decode the "
                + "format: make it smaller, or convert it to PNG or JPEG")
    }

    /// A picture that does not fit a request at any size.
    static func cannotFit(_ header: PictureHeader, most: Int) -> Failure {
        Failure(
            stage: .prepare, kind: .tooLarge,
            message:
                "\(article(header.format)) that does not fit \(grouped(most)) bytes at any size: let its metadata be "
                + "stripped, or convert it")
    }
}
