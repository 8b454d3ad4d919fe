/// What came of reading kept responses anew.
package struct ReparseSummary: Equatable, Sendable {
    /// Responses that were read.
    package var responses = 0
    /// Annotations in them.
    package var annotations = 0
    /// Responses of which other annotations were kept before.
    package var changed = 0
    /// Images that had failed, and whose kept responses answer all that was asked.
    package var completed = 0
    /// Responses that could not be read, whose annotations or failures stay as they are.
    package var unreadable = 0
    /// Answers of local models, which stay as they are: asking a model again costs nothing.
    package var local = 0
    /// Whether the user stopped it before its end.
    package var isInterrupted = false
}
