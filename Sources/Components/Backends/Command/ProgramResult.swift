internal import Domain

/// What a program says of one picture.
enum ProgramResult {
    /// A short answer, which is still to be read.
    case answer([UInt8])
    /// The picture fails, and stands.
    case refused(String)
    /// The picture may be tried again, after a time.
    case retry(String, after: TimeSpan)
}
