package import Platform

/// One place that images come from: an entry of `images` in the manifest.
package enum ImageSource: Equatable, Sendable {
    /// Files that match a pattern, as it is written; a relative one is below the job's directory.
    case glob(String)
    /// Every supported image below a folder, absolute.
    case folder(FilePath)
    /// A file with a path or an address on each line, absolute.
    case list(FilePath)
    /// Paths or addresses on the lines of standard input: `list: "-"`.
    case standardInput
    /// A file on the web, downloaded.
    case url(String)
    /// An object in Cloud Storage, handed to Vision by its name and never downloaded: `gs://bucket/a.jpg`.
    case gs(String)
    /// A query over the store's views whose first column is `image_id`.
    case sql(String)
}
