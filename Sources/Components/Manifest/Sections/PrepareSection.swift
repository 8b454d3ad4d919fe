internal import Domain
internal import YAML

enum PrepareKey: String, SectionKey {
    case fit, quality, metadata
    static let section = "prepare"
}

extension Node {
    /// How images are made ready to be sent.
    func prepare() -> Prepare? {
        let expected = "a mapping such as {fit: 640x480, quality: 85}"
        guard let fields = Fields(self, expected, keys: PrepareKey.self) else { return nil }
        var prepare = Prepare()
        prepare.fit = fields[.fit]?.target()
        prepare.quality = fields[.quality]?.whole(1...100)
        prepare.metadata = fields[.metadata]?.choice(Prepare.Metadata.self)
        return prepare
    }

    private func target() -> Prepare.Target? {
        if case .string("original") = value.content { return .original }
        return size(orWord: "original").map { .box($0) }
    }
}
