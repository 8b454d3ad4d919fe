package import Platform

/// An image of a job's selection, as exports and the report show it.
package struct ShownImage: Sendable {
    /// How it stands, in the words of the view `job_images`.
    package enum State: String, CaseIterable, Sendable {
        case answered, queued, running, failed, cancelled
    }

    package let id: ImageID
    package let key: ImageKey
    /// The size of the turned picture; nil where it is not known.
    package let size: Size?
    /// Its name in the job, as the views show it: relative to the store's folder where it lies below that.
    package let path: String
    /// The same name as the system knows it.
    package let name: FilePath
    package let state: State
    /// Whether no file holds it any more.
    package let isMissing: Bool
    /// When it was taken, by the EXIF of the file that the view `images` names.
    package let takenAt: Timestamp?
    /// How the file of its name is turned by its own EXIF, 1...8; nil where that is not known.
    package let orientation: Int?
    /// Its format by content: `jpeg`; nil where that is not known.
    package let format: String?

    /// An image.
    package init(
        id: ImageID, key: ImageKey, size: Size?, path: String, name: FilePath, state: State, isMissing: Bool = false,
        takenAt: Timestamp? = nil, orientation: Int? = nil, format: String? = nil
    ) {
        self.id = id
        self.key = key
        self.size = size
        self.path = path
        self.name = name
        self.state = state
        self.isMissing = isMissing
        self.takenAt = takenAt
        self.orientation = orientation
        self.format = format
    }
}
