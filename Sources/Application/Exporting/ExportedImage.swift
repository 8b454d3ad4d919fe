import Domain
internal import Platform

/// An image of an export, with all that decides its file and nothing that is in its answers.
struct ExportedImage {
    let image: ShownImage
    /// The size of the turned picture; one pixel where a format does without it.
    let size: Size
    /// What its file is called, relative to the folder.
    let name: String
    /// Tells whether its file would be written again as it is.
    let key: String
    /// The answers that are written, without what is in them.
    let answers: [ShownAnswer]
    /// The responses that are written.
    let responses: [ShownResponse]
    /// The files that may have its pixels; none where they are not wanted.
    let files: [FileLocation]
    /// The way to the file of its name, where that is what a drawing shows.
    let link: String?
}
