internal import Storage
internal import Domain

/// The members of a selection of which no name was seen, counted by what would become of them.
struct UnseenMembers {
    /// Pictures that would be marked as missing, without those that are marked already.
    private(set) var missing = 0
    /// Pictures that no source names any more, and those whose names hold other pictures now.
    private(set) var removed = 0, replaced = 0
    /// Of the removed ones, those that count where too many leave.
    private(set) var removedKnown = 0
    /// The images that are missing, those that are marked among them.
    private(set) var images: Set<ImageID> = []
    /// The images that leave the selection, whose queued tasks are cancelled.
    private(set) var leaving: Set<ImageID> = []

    /// The count of some changes.
    init(_ changes: [(UnseenImage, MemberChange)]) {
        for (member, change) in changes {
            switch change {
            case .missing:
                missing += member.isMissing ? 0 : 1
                images.insert(member.image)
            case .removed:
                removed += 1
                removedKnown += member.isKnown ? 1 : 0
                leaving.insert(member.image)
            case .replaced:
                replaced += 1
                leaving.insert(member.image)
            }
        }
    }
}
