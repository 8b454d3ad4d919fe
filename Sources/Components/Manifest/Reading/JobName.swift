/// What a job may be called.
package enum JobName {
    /// The name of a job that is nearest to some text, `my-town` for `My Town`; nil where nothing is left of it.
    ///
    /// Letters become small, and each run of other characters than `a-z`, `0-9`, `.`, `_` and `-` one hyphen.
    package static func nearest(to text: String) -> String? {
        var name = ""
        for character in text.lowercased() {
            if character.isASCII, NameRule.job.rest.contains(character) {
                name.append(character)
            } else if !name.isEmpty, name.last != "-" {
                name.append("-")
            }
        }
        name = String(name.drop { "._-".contains($0) }.prefix(100))
        while name.last == "-" { name.removeLast() }
        if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { name = "job-\(name)" }
        return name.isEmpty ? nil : name
    }
}
