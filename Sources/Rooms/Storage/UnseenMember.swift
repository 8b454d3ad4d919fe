internal import Vocabulary

/// A member of a selection that was not seen by the name that it has.
struct UnseenMember {
    let image: ImageID
    let path: PathID
    let isMissing: Bool
}
