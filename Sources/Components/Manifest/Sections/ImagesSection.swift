internal import Platform
internal import Domain
internal import YAML

enum ImageKey: String, SectionKey {
    case glob, folder, list, url, gs, sql
    static let section = "image"
}

extension ImageKey {
    /// The key that a path or address without one probably needs; nil for a blank text.
    fileprivate static func likely(for text: String) -> ImageKey? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .url }
        if text.hasPrefix("gs://") { return .gs }
        if text.contains(where: { "*?[{".contains($0) }) { return .glob }
        let ending = FilePath(text).fileExtension
        if text == "-" || ["txt", "list", "lst"].contains(ending) { return .list }
        return PictureEndings.all.contains(ending) ? .glob : .folder
    }
}

extension Node {
    /// Where images come from.
    func images(kind: BackendSettings.Kind?) -> [ImageSource]? {
        guard let items = items("a list with at least one source of images, such as [{folder: photos}]") else {
            return nil
        }
        let sources = items.map { ($0, $0.image(kind: kind)) }
        // What the first takes from standard input, the second would wait for.
        for (node, _) in sources.filter({ $0.1 == .standardInput }).dropFirst() {
            node.report("standard input can be read once only")
        }
        return sources.compactMap(\.1)
    }

    private func image(kind: BackendSettings.Kind?) -> ImageSource? {
        if case .string(let text) = value.content, let key = ImageKey.likely(for: text) {
            report("write \(quoted("\(key.rawValue): \(text)"))")
            return nil
        }
        let expected = "a source of images, such as {glob: photos/**/*.jpg}"
        guard let fields = Fields(self, expected, keys: ImageKey.self) else { return nil }
        let present = fields.present(ImageKey.allCases)
        guard let key = present.first, present.count == 1, let node = fields[key] else {
            if present.isEmpty, fields.hasUnknownKeys { return nil }
            report(
                "expected exactly one of glob, folder, list, url, gs or sql"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        switch key {
        case .glob: return node.glob().map { .glob($0) }
        case .folder: return node.filePath("a folder's path").map { .folder($0) }
        case .list:
            if case .string("-") = node.value.content { return .standardInput }
            return node.filePath("a file's path, or \"-\" for standard input").map { .list($0) }
        case .url: return node.downloadAddress().map { .url($0) }
        case .sql:
            diagnostics.note(unavailable: "sql sources", at: node.path)
            return node.text("a query such as select image_id from labels").map { .sql($0) }
        case .gs:
            if let kind, kind != .vision {
                node.report("only the vision backend takes images out of Cloud Storage; download them for \(kind)")
            }
            return node.cloudStorageObject().map { .gs($0) }
        }
    }
}
