/// What the names of picture files end in, in lower case and without the dot.
///
/// Names are compared without regard to case.
package enum PictureEndings {
    /// Of pictures that Cairn reads: a `folder:` source takes these.
    package static let readable = ["jpg", "jpeg", "jpe", "png", "webp", "heic", "heif", "gif", "bmp", "tif", "tiff"]
}
