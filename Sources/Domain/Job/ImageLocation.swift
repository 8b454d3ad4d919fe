package import Platform

/// A place that images come from.
package enum ImageLocation: Equatable, Sendable {
    /// Files that match a pattern, as it is written; a relative one is below the job's directory: `photos/**/*.jpg`.
    ///
    /// `*` and `?` stay inside one name, `**` as a whole name is any depth, none included; `[a-z]`, `[!a]`,
    /// `{a,b}` and a backslash before a character to mean itself. A leading dot is not special.
    case glob(String)
    /// Every supported image below a folder, absolute.
    case folder(FilePath)
    /// A file with a path, an address on the web, or an object in Cloud Storage on each line, absolute; paths are
    /// relative to that file's folder.
    ///
    /// Blank lines and lines that start with `#` are skipped; a name that starts with `#` is written `./#name`.
    /// A file with a NUL byte in it, as `find -print0` makes it, is cut at the NULs instead and nothing in it is
    /// skipped.
    case list(FilePath)
    /// The same on standard input, relative to the working folder: `list: "-"`.
    case standardInput
    /// A file on the web, downloaded.
    case url(String)
    /// An object in Cloud Storage, handed to Vision by its name and never downloaded: `gs://bucket/a.jpg`.
    case gs(String)
    /// Images that a query picks out of what other jobs show.
    case sql(ImageQuery)
}
