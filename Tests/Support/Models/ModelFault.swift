/// What a service of models does wrong, when it is told to.
package enum ModelFault: Sendable, Equatable {
    /// The signed address is over before it is used.
    case expiredAddress
    /// There is no such model.
    case missing
    /// There was one.
    case gone
    /// "Not modified" comes without the version's name.
    case notModifiedWithoutETag
    /// "Not modified" names another version.
    case notModifiedWithOtherETag
    /// The announced size is one byte more than the model has.
    case wrongSize
    /// The announced digest is another content's.
    case wrongDigest
    /// The model's bytes end after so many of the response.
    case cut(Int)
    /// Too many requests; with what `Retry-After` says.
    case tooMany(retryAfter: String?)
    /// The service fails.
    case failing
    /// So many bytes of the model a second.
    case slow(Int)
    /// Nothing more comes behind so many bytes of the response, and the connection stays.
    case stall(Int)
    /// The key serves another bundle only.
    case otherBundle
    /// The whole file comes although a part was asked for.
    case ignoresRange
    /// Another part comes than was asked for.
    case otherPart
    /// A page for people comes with status 200.
    case page
    /// The address leads elsewhere.
    case redirect(String)
    /// The installation's token is not known any more.
    case forgottenInstallation
    /// The service repeats what it was sent, in its complaint.
    case echo
}
