/// What an XML document holds, in its order; attributes, comments and declarations are left out.
package enum XMLEvent: Equatable, Sendable {
    case open(String)
    /// Text with its entities resolved; one text of the document may come in several parts.
    case text(String)
    case close(String)
}
