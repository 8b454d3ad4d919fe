internal import Domain

enum RefreshKey: String, SectionKey {
    case olderThan, failed
    static let section = "refresh"
}

extension Node {
    /// Which answers are asked for again.
    func refresh() -> Refresh? {
        let expected = "a mapping such as {olderThan: 90d, failed: true}"
        guard let fields = Fields(self, expected, keys: RefreshKey.self) else { return nil }
        var refresh = Refresh()
        refresh.olderThan = fields[.olderThan]?.duration(usually: "d")
        refresh.failed = fields[.failed]?.flag() ?? refresh.failed
        return refresh
    }
}
