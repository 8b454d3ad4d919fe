internal import Platform

/// One pattern of `exclude`, as whole paths are compared with it.
struct Exclusion: Sendable {
    /// As the manifest has it.
    let text: String
    /// What it matches, of a path that a search follows from folder to folder.
    let patterns: [PathPattern]
    /// What it matches beside that, of a path outside the manifest's folder that a list or an address gives.
    let elsewhere: [PathPattern]

    /// Reads a pattern: relative to the manifest's folder, but one that starts with `**` holds wherever the images lie.
    ///
    /// One without a slash, apart from one at its end, is compared with each name below some folders, as in
    /// .gitignore: of what lies above them the manifest's author has written the names out, or did not choose them.
    ///
    /// - Parameter roots: the folders of sources; those outside the manifest's folder are such folders, too.
    init(_ text: String, relativeTo directory: FilePath, roots: [FilePath]) throws(CatalogError) {
        self.text = text
        let name = Array(Array(text.utf8).reversed().drop { $0 == slash }.reversed())
        guard !name.contains(slash), !name.isEmpty, text != "**" else {
            let isAnywhere = text == "**" || text.utf8.starts(with: "**/".utf8)
            patterns = try PathPattern.parse(text, relativeTo: isAnywhere ? nil : directory)
            elsewhere = []
            return
        }
        let outside = roots.filter { $0 != directory && $0.relative(to: directory) == nil }
        var patterns: [PathPattern] = []
        for folder in [directory] + outside { patterns += try PathPattern.parse("**/\(text)", relativeTo: folder) }
        self.patterns = patterns
        elsewhere = try PathPattern.parse("**/\(text)", relativeTo: nil)
    }
}
