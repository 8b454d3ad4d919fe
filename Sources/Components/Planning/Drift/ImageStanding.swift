/// How an image stands about which a plan does not ask.
package enum ImageStanding: Sendable {
    /// No source names it, or its file is not there.
    case gone
    /// All that is asked of it is answered.
    case answered
    /// It is queued or being worked on.
    case queued
    /// It failed, and is not tried again.
    case failed
}
