internal import Storage
internal import Domain

/// What a line tells the writer.
enum PipelineEvent: Sendable {
    /// Tasks have ended: those of one request together, so that what is to be sent together again is written down together.
    case finished([AttemptResult])
    /// A request is ready to be sent.
    case departing(SendPermit)
    /// Names of images are gone, whatever becomes of the images.
    case missing([PathID])
    /// None of the names that came with a claim holds its content: further ones are wanted.
    case wanting(FurtherNames)
}
