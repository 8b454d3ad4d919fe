/// The most of a job's pictures that one submission may change without the word of a person: half of the known ones,
/// and ten in any case.
///
/// It tells pictures that were deleted from a disk that is not mounted, and a manifest that was edited from one that
/// would empty its job or pay for all of it again.
package struct BulkLimit: Equatable, Sendable {
    /// Pictures that the job's names were known to have before, and that were not marked as missing.
    package let known: Int

    /// The limit of a job of `known` pictures.
    package init(known: Int) {
        self.known = max(0, known)
    }

    /// The most pictures that may change at once.
    package var atMost: Int { max(BulkLimit.always, known / 2) }

    /// Whether a change of this many pictures is too much.
    package func refuses(_ count: Int) -> Bool { count > atMost }

    /// Whether a change of this many pictures is worth a word where it is not too much: more than a tenth, and ten.
    package func isNotable(_ count: Int) -> Bool { count > max(BulkLimit.always, known / 10) }

    /// This many may always change.
    private static let always = 10
}
