/// The tags that YAML itself defines; a job needs no others.
enum YAMLTag {
    /// What `!!` stands for.
    static let prefix = "tag:yaml.org,2002:"

    /// What a scalar with a tag means.
    static func content(of text: String, tag: String, at position: YAMLPosition) throws(YAMLError) -> YAMLValue.Content
    {
        if tag == "!" || tag == prefix + "str" { return .string(text) }
        let content = CoreSchema.content(of: text)
        switch (tag, content) {
        case (prefix + "null", .null), (prefix + "bool", .bool), (prefix + "int", .integer), (prefix + "float", .float):
            return content
        case (prefix + "float", .integer(let whole)):
            return .float(Double(whole))
        default:
            throw refusal(of: tag, at: position)
        }
    }

    /// Why a tag is not taken.
    static func refusal(of tag: String, at position: YAMLPosition) -> YAMLError {
        let shown = tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag
        return YAMLError(at: position, "the tag \(shown.shownAsKey) does not fit here; leave it out")
    }
}
