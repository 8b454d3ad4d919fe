package import Domain

/// Why a local backend has no answer to a picture.
package enum LocalProblem: Error {
    /// It is this picture's own failure; where it may pass, not before a time, if one is given.
    case failure(Failure, retryAfter: TimeSpan? = nil)
    /// A program crashed with it; a clause.
    case crash(String)
    /// It was not asked about: no try.
    case returned
    /// Nothing can be asked any more: no try, and the run stops.
    case stop(BackendError)
}
