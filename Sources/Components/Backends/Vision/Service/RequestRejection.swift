internal import Domain

/// What becomes of a request that was not answered image by image; `ChargeTable` says what is billed for it.
enum RequestRejection: Sendable {
    /// Refused for one of its images: it is split; what stands alone failed.
    case refused(Failure)
    /// Every image failed alike.
    case failed(Failure)
    /// The account has asked for too much at once.
    case slowDown(Failure)
    /// Nothing left this machine.
    case unreachable(Failure)
    /// The credentials were not taken; better ones may be, and otherwise this is why the run stops.
    case unauthenticated(BackendError)
    /// It would be the same with every image: the run stops.
    case stop(BackendError)
}
