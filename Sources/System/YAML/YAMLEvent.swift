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
