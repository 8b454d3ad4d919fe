/// What the loop over a job's sources does next.
enum SourceStep: Equatable {
    /// Waits a little for what the search finds: nothing is being read.
    case awaitFound
    /// Waits a little for a file that is being read; where `polls`, it first takes what the search has found.
    case awaitRead(polls: Bool)
    /// Ends: what is being read is not waited for any more.
    case end

    /// The step from what is known of the search and the files.
    ///
    /// - Parameters:
    ///   - endingFor: milliseconds since the user or the time ended the loop; nil where nothing did.
    ///   - isReading: whether files are being read.
    ///   - hasPending: whether files that were found wait for a reader.
    ///   - mayDownload: whether another address can be given to a reader.
    init(endingFor: Int64?, isReading: Bool, hasPending: Bool, mayDownload: Bool) {
        if let endingFor {
            self = !isReading || endingFor >= maxFinishTime ? .end : .awaitRead(polls: false)
        } else if hasPending || !mayDownload {
            self = .awaitRead(polls: false)
        } else {
            self = isReading ? .awaitRead(polls: true) : .awaitFound
        }
    }
}

/// Milliseconds for which files that are being read are waited for, once nothing more is begun.
private let maxFinishTime: Int64 = 5000
