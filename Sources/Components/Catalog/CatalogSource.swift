package import Platform

/// A place that names images.
package enum CatalogSource: Equatable, Sendable {
    /// A pattern, relative to the manifest's folder or absolute: `photos/**/*.jpg`.
    ///
    /// `*` and `?` stay inside one name, `**` as a whole name is any depth, none included; `[a-z]`, `[!a]`,
    /// `{a,b}` and a backslash before a character to mean itself. A leading dot is not special.
    case glob(String)
    /// A folder with every image below it, relative to the manifest's folder or absolute.
    case folder(FilePath)
    /// A file of paths, one a line, relative to that file's folder or absolute; or of addresses on the web, or of objects
    /// in Cloud Storage, where they are taken.
    ///
    /// Blank lines and lines that start with `#` are skipped; a name that starts with `#` is written `./#name`.
    /// A file with a NUL byte in it, as `find -print0` makes it, is cut at the NULs instead and nothing in it is skipped.
    case list(FilePath)
    /// The same from standard input, relative to the working folder.
    case standardInput
    /// An object in Cloud Storage: `gs://bucket/a.jpg`.
    case object(String)
    /// A file on the web: `https://example.org/a.jpg`.
    case web(String)
}
