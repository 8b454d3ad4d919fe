/// One step of the parser through a text.
struct YAMLEvent {
    /// The steps that matter for a tree; the stream's own start and the documents' ends do not.
    enum Kind {
        case documentStart, streamEnd, other
        case alias(String)
        case scalar(Scalar)
        case listStart(Mark)
        case mappingStart(Mark)
        case collectionEnd
    }

    /// What stands before a node: `&anchor !tag`.
    struct Mark {
        var anchor: String?
        var tag: String?
    }

    /// A scalar before the schema has looked at it.
    struct Scalar {
        var mark: Mark
        var text: String
        var isPlain: Bool
    }

    /// What happened.
    var kind: Kind
    /// Where it started.
    var position: YAMLPosition
}

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
