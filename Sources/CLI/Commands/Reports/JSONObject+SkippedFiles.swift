internal import Storage
internal import Domain

extension JSONObject {
    /// Adds what a search has passed: `other_files`, `other_kinds` with `ending` (empty where a name has none) and
    /// `files`, and `apple_double`.
    mutating func add(_ skipped: SkippedFiles) {
        add("other_files", Cell(skipped.otherFiles))
        add(
            "other_kinds",
            skipped.kinds.map { kind in
                var object = JSONObject()
                object.add(["ending", "files"], [.text(kind.ending), Cell(kind.files)])
                return object
            })
        add("apple_double", Cell(skipped.appleDouble))
    }
}
