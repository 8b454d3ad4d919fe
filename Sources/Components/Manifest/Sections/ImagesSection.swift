internal import Platform
internal import Domain
internal import YAML

enum ImageSourceKey: String, SectionKey {
    case glob, folder, list, url, gs, sql, from, keep, orientation, rotate, share
    /// The keys that say where images come from.
    static let locations: [ImageSourceKey] = [.glob, .folder, .list, .url, .gs, .sql]
    static let section = "image"
}

extension ImageSourceKey {
    /// Whether images come from elsewhere.
    fileprivate var isOfAddress: Bool { self == .url || self == .gs }

    /// The key that a path or address without one probably needs; nil for a blank text.
    fileprivate static func likely(for text: String) -> ImageSourceKey? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .url }
        if text.hasPrefix("gs://") { return .gs }
        if text.contains(where: { "*?[{".contains($0) }) { return .glob }
        let ending = FilePath(text).fileExtension
        if text == "-" || ["txt", "list", "lst"].contains(ending) { return .list }
        return PictureEndings.readable.contains(ending) ? .glob : .folder
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
        for (node, _) in sources.filter({ $0.1?.location == .standardInput }).dropFirst() {
            node.report("standard input can be read once only")
        }
        return sources.compactMap(\.1)
    }

    private func image(kind: BackendSettings.Kind?) -> ImageSource? {
        if case .string(let text) = value.content, let key = ImageSourceKey.likely(for: text) {
            report("write \(quoted("\(key.rawValue): \(text)"))")
            return nil
        }
        let expected = "a source of images, such as {glob: photos/**/*.jpg}"
        guard let fields = Fields(self, expected, keys: ImageSourceKey.self) else { return nil }
        let present = fields.present(ImageSourceKey.locations)
        guard let key = present.first, present.count == 1, let node = fields[key] else {
            if present.isEmpty, fields.hasUnknownKeys { return nil }
            report(
                "expected exactly one of glob, folder, list, url, gs or sql"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        let reading = reading(of: key, fields)
        let location = key == .sql ? node.query(fields) : node.location(key, kind: kind)
        if key != .sql {
            for belonging in [ImageSourceKey.from, .keep] {
                fields[belonging]?.report("belongs to `sql`, not to `\(key.rawValue)`")
            }
        }
        if key == .sql { fields[.share]?.report("a query chooses its images itself; write its own condition") }
        let share = fields[.share]?.imageShare()
        return location.map { ImageSource($0, reading: reading, share: share) }
    }

    /// The query that this node holds the text of.
    private func query(_ fields: Fields<ImageSourceKey>) -> ImageLocation? {
        let sql = text("a query such as select image_id from labels")
        let keeps = fields[.keep]?.flag() ?? false
        guard let from = fields[.from] else {
            report("needs `from`, the jobs whose rows it reads, such as from: [coarse]")
            return nil
        }
        guard let items = from.items("a list with at least one job's name, such as [coarse]") else { return nil }
        let jobs = items.compactMap { $0.name(.job) }
        for (index, name) in jobs.enumerated() where jobs[..<index].contains(name) {
            from.report("\(name) is there twice")
        }
        guard let sql, jobs.count == items.count else { return nil }
        return .sql(ImageQuery(sql, from: jobs, keeps: keeps))
    }

    /// How the files of a source are turned.
    private func reading(of key: ImageSourceKey, _ fields: Fields<ImageSourceKey>) -> Reading {
        var reading = Reading()
        reading.orientation = fields[.orientation]?.orientation()
        if let degrees = fields[.rotate]?.degrees() { reading.quarters = degrees / 90 }
        if key == .gs || key == .sql {
            for turning in [ImageSourceKey.orientation, .rotate] {
                fields[turning]?.report(
                    key == .gs
                        ? "an object in Cloud Storage is handed on by its name and cannot be turned; download it"
                        : "images of a query are turned as the jobs in `from` turn them")
            }
        }
        return reading
    }

    /// `exif`, nil; `ignore`, 1; or one of EXIF's numbers.
    private func orientation() -> Int? {
        switch value.content {
        case .string("exif"): return nil
        case .string("ignore"): return 1
        case .integer, .float: return whole(1...8)
        default: return mismatch("exif, ignore or a number from 1 to 8")
        }
    }

    /// A turn to the right by quarters.
    private func degrees() -> Int? {
        switch value.content {
        case .integer(0), .float(0): 0
        case .integer(90), .float(90): 90
        case .integer(180), .float(180): 180
        case .integer(270), .float(270): 270
        default: mismatch("0, 90, 180 or 270 degrees, clockwise")
        }
    }

    /// Where images come from, by the key that says so.
    private func location(_ key: ImageSourceKey, kind: BackendSettings.Kind?) -> ImageLocation? {
        switch key {
        case .glob: return glob().map { .glob($0) }
        case .folder:
            if case .string(let text) = value.content, let other = ImageSourceKey.likely(for: text), other.isOfAddress {
                report("a folder is on this machine; write \(quoted("\(other.rawValue): \(text)"))")
                return nil
            }
            return filePath("a folder's path").map { .folder($0) }
        case .list:
            if case .string("-") = value.content { return .standardInput }
            return filePath("a file's path, or \"-\" for standard input").map { .list($0) }
        case .url: return downloadAddress().map { .url($0) }
        case .gs:
            if let kind, kind != .vision {
                report("only the vision backend takes images out of Cloud Storage; download them for \(kind)")
            }
            return cloudStorageObject().map { .gs($0) }
        case .sql, .from, .keep, .orientation, .rotate, .share: return nil
        }
    }
}
