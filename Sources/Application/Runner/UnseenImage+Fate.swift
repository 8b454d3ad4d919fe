internal import Storage
internal import Domain

extension UnseenImage {
    /// What becomes of a member of a selection, by what became of its names; nil where it stays as it is.
    func fate(_ fate: (UnseenName) -> NameFate) -> MemberFate? {
        var gone: [PathID] = []
        for name in names {
            switch fate(name) {
            case .present: return nil
            case .gone: gone.append(name.id)
            case .unwanted: break
            }
        }
        return gone.isEmpty ? .departed(image) : .missing(image, names: gone)
    }
}
