package import Domain

/// What becomes of a request that was not answered image by image; `ChargeTable` says what is billed for it.
package enum RequestRejection: Sendable {
    /// Refused for one of its images: it is split; what stands alone failed.
    case refused(Failure)
    /// Every image failed alike.
    case failed(Failure)
    /// The account has asked for too much at once.
    case throttled(Failure)
    /// Nothing left this machine.
    case unreachable(Failure)
    /// The credentials were not taken; better ones may be, and otherwise this is why the run stops. The failure is what
    /// the attempt keeps.
    case unauthenticated(BackendError, Failure)
    /// It would be the same with every image: the run stops. The failure is what the attempt keeps; nil where no
    /// service answered.
    case stop(BackendError, Failure? = nil)

    /// What an attempt keeps of it.
    package var failure: Failure? {
        switch self {
        case .refused(let failure), .failed(let failure), .throttled(let failure), .unreachable(let failure),
            .unauthenticated(_, let failure):
            failure
        case .stop(_, let failure): failure
        }
    }
}
