internal import Domain

/// What is another one than in the last report.
package struct ReportChanges: Equatable, Sendable {
    /// What a report showed of an image.
    package struct Seen: Equatable, Sendable {
        package let image: Int64
        /// What it was called first; empty where it was not.
        package let name: String
        package let path: String

        /// A line of `lines`; nil of any other text.
        init?(line: Substring) {
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let image = Int64(parts[0]) else { return nil }
            self.init(image: image, name: String(parts[1]), path: String(parts[2]))
        }

        init(image: Int64, name: String, path: String) {
            self.image = image
            self.name = name
            self.path = path
        }
    }

    /// Images that were not in it.
    package var added: [Int64] = []
    /// Names of images that are not in this one.
    package var gone: [String] = []
    /// Images that are called otherwise first, with the name of then and that of now.
    package var renamed: [(image: Int64, old: String, new: String)] = []

    /// Compares two reports.
    package init(from old: [Seen], to new: [Seen]) {
        let before = Dictionary(old.map { ($0.image, $0) }) { $1 }
        let now = Set(new.map(\.image))
        for seen in new {
            guard let earlier = before[seen.image] else {
                added.append(seen.image)
                continue
            }
            if !earlier.name.utf8.elementsEqual(seen.name.utf8) {
                renamed.append((seen.image, earlier.name, seen.name))
            }
        }
        gone = old.filter { !now.contains($0.image) }.map(\.path)
    }

    /// What a report has written down of itself.
    package static func seen(in text: String) -> [Seen] {
        text.split(separator: "\n").compactMap { Seen(line: $0) }
    }

    /// Whether they tell the same.
    package static func == (left: ReportChanges, right: ReportChanges) -> Bool {
        left.added == right.added && left.gone == right.gone && left.renamed.elementsEqual(right.renamed, by: ==)
    }

    /// The JSON object of the page, with the first of each.
    var json: [UInt8] {
        var json = JSONBuilder()
        json.object { json in
            json.array("added") { json in for image in added.prefix(maxShown) { json.add(nil, image) } }
            json.array("gone") { json in for path in gone.prefix(maxShown) { json.add(nil, path) } }
            json.array("renamed") { json in
                for (image, old, new) in renamed.prefix(maxShown) {
                    json.array { json in
                        json.add(nil, image)
                        json.add(nil, old)
                        json.add(nil, new)
                    }
                }
            }
            json.array("counts") { json in
                for count in [added.count, gone.count, renamed.count] { json.add(nil, count) }
            }
        }
        return json.bytes
    }
}

extension ReportIndex {
    /// What the next report is compared with: a line for each image.
    package var seen: [ReportChanges.Seen] {
        rows.indices.map { row in
            let name = bestName(at: row)?.name ?? ""
            return ReportChanges.Seen(
                image: rows[row].image.id.value, name: name.filter { $0 != "\t" && !$0.isNewline },
                path: rows[row].image.shownPath.replacing("\n", with: "\\n"))
        }
    }
}

extension [ReportChanges.Seen] {
    /// The lines as they are written down.
    package var lines: [UInt8] { flatMap { [UInt8]("\($0.image)\t\($0.name)\t\($0.path)\n".utf8) } }
}

/// The most of each that the page lists.
private let maxShown = 10_000
