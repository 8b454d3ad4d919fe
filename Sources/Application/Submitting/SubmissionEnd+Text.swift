internal import Storage

extension SubmissionEnd {
    var words: String {
        switch self {
        case .overtaken:
            "a newer submission of the job goes by another manifest or asks another model; this one ends here"
        case .runCancelled: "the run was cancelled meanwhile; nothing more is queued in it"
        }
    }
}
