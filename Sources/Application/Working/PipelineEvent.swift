internal import Storage
internal import Domain

/// What a pipeline tells the thread that writes.
enum PipelineEvent: Sendable {
    /// Tasks have ended: those of one request together, so that what is sent together again is recorded together.
    case finished([AttemptResult])
    /// A request is ready to be sent, and waits until its units are recorded as sent.
    case readyToSend(Question<SendRequest, SendDecision>)
    /// Names of images are gone, whatever becomes of the images.
    case missing([PathID])
    /// None of the names that came with a claim holds its content: further ones are wanted.
    case wanting(Question<NameRequest, [FileLocation]>)
}
