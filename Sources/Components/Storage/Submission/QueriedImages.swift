package import Domain

/// The images that a query of a job's sources gives, and what its other rows are.
package struct QueriedImages: Sendable {
    /// An image, with the name that the first of the query's jobs shows which has it.
    package struct Member: Sendable {
        package let image: ImageID
        package let path: PathID

        /// An image with its name.
        package init(image: ImageID, path: PathID) {
            self.image = image
            self.path = path
        }
    }

    /// The images in the order of their first rows, without those whose files are missing.
    package var members: [Member] = []
    /// The names of images whose files are missing, as the query's jobs know.
    package var missingNames: [PathID] = []
    /// Rows without an image, and further rows of an image.
    package var rowsWithoutImage = 0, repeatedRows = 0

    /// No images.
    package init() {}
}

/// What came of a query of a job's sources.
package enum ImageQueryOutcome: Sendable {
    case images(QueriedImages)
    case failed(ImageQueryError)
    /// The caller has ended it.
    case ended
}

/// Why a query of a job's sources gives nothing.
package enum ImageQueryError: Error, Equatable, Sendable {
    /// It cannot be answered.
    case query(QueryError)
    /// It has no column `image_id` or `path`.
    case noImageColumn
    /// What a row gives, the first being 1, is not an image of the query's jobs.
    case notAnImage(row: Int, String)
    /// It gives more rows than this.
    case tooManyRows(limit: Int)
}
