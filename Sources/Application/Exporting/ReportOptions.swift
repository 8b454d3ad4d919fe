internal import Domain

/// What a report shows, and in which sizes.
package struct ReportOptions: Sendable {
    /// How large pictures are in the report.
    package enum Edge: Equatable, Sendable {
        case none
        /// The longest edge in pixels.
        case pixels(Int)
    }

    package let jobs: [String]
    /// Only these images; nil: all of the jobs'.
    package let only: ImageSelection?
    /// Nil: 320 pixels up to `smallReport` images, and 240 above.
    package let thumbnails: Edge?
    /// Nil: 1,280 pixels up to `smallReport` images, and none above.
    package let views: Edge?

    /// The images up to which a report has larger pictures by default.
    package static let smallReport = 2_000
    /// The most images of a report.
    package static let maxImages = 200_000

    /// Options.
    package init(jobs: [String], only: ImageSelection? = nil, thumbnails: Edge? = nil, views: Edge? = nil) {
        self.jobs = jobs
        self.only = only
        self.thumbnails = thumbnails
        self.views = views
    }

    /// The size of thumbnails in a report of some images; nil: none are made.
    func thumbnailSize(images: Int) -> PictureSize? {
        size(thumbnails ?? .pixels(images <= Self.smallReport ? 320 : 240), quality: 72)
    }

    /// The size of larger views; nil: none are made.
    func viewSize(images: Int) -> PictureSize? {
        size(views ?? (images <= Self.smallReport ? .pixels(1280) : .none), quality: 80)
    }

    private func size(_ edge: Edge, quality: Int) -> PictureSize? {
        switch edge {
        case .none: nil
        case .pixels(let edge): PictureSize(edge: edge, quality: quality)
        }
    }
}
