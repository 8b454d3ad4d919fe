/// What became of a name that a submission has not seen.
enum NameFate {
    /// It is there, and a source gives it.
    case present
    /// A source would give it, and it is not there.
    case gone
    /// No source gives it any more.
    case unwanted
}
