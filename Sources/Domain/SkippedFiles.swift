/// Files that a search has passed in its folders and does not give.
///
/// Hidden files (`.DS_Store`) are in no number, and neither is what `exclude` leaves out.
package struct SkippedFiles: Equatable, Sendable {
    /// Files whose names have one ending.
    package struct Kind: Equatable, Sendable {
        /// The ending in lower case, without its dot: `bmp`; empty for names without one.
        package var ending: String
        /// How many.
        package var files: Int

        /// Files of one ending.
        package init(_ ending: String, _ files: Int) { (self.ending, self.files) = (ending, files) }
    }

    /// The most kinds that are told apart: names may end in anything.
    package static let maxKinds = 64

    /// Files whose endings are not those of pictures that Cairn reads, by ending; the most first.
    package private(set) var kinds: [Kind] = []
    /// Those of them beyond `maxKinds`, or whose endings are longer than any kind's.
    package private(set) var unnamed = 0
    /// Files that macOS keeps beside others: `._a.jpg`.
    package var appleDouble = 0

    /// None.
    package init() {}

    /// Files by their endings, in any order, and others.
    package init(kinds: [Kind], unnamed: Int = 0, appleDouble: Int = 0) {
        self.unnamed = unnamed
        self.appleDouble = appleDouble
        add(kinds)
    }

    /// Files whose endings are not those of pictures that Cairn reads.
    package var otherFiles: Int { kinds.reduce(unnamed) { $0 + $1.files } }

    /// All of them.
    package var files: Int { otherFiles + appleDouble }

    /// Whether there is none.
    package var isEmpty: Bool { files == 0 }

    /// Adds those of another search.
    package mutating func add(_ other: SkippedFiles) {
        unnamed += other.unnamed
        appleDouble += other.appleDouble
        add(other.kinds)
    }

    private mutating func add(_ more: [Kind]) {
        var counts = Dictionary(kinds.map { ($0.ending, $0.files) }, uniquingKeysWith: +)
        for kind in more {
            if counts[kind.ending] == nil, counts.count == SkippedFiles.maxKinds {
                unnamed += kind.files
            } else {
                counts[kind.ending, default: 0] += kind.files
            }
        }
        kinds = counts.map { Kind($0.key, $0.value) }
            .sorted { $0.files == $1.files ? $0.ending < $1.ending : $0.files > $1.files }
    }
}

extension SkippedFiles {
    /// `12 files of other kinds: 5 bmp, 4 mp4, 3 txt; 2 ._ files of a Mac`; nil for none.
    package var text: String? {
        var parts: [String] = []
        if otherFiles > 0 {
            let many = HumanFormat.count(otherFiles, "file")
            parts.append("\(many) of \(otherFiles == 1 ? "another kind" : "other kinds"): \(kindsText)")
        }
        if appleDouble > 0 { parts.append("\(HumanFormat.count(appleDouble, "._ file")) of a Mac") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// `5 bmp, 4 mp4, 1 without an ending and 3 more kinds`; `2 ._ files of a Mac` where there is nothing else.
    package var kindsText: String {
        if otherFiles == 0 { return "\(HumanFormat.count(appleDouble, "._ file")) of a Mac" }
        var parts = kinds.prefix(kindsToTell).map { kind in
            "\(HumanFormat.grouped(kind.files)) \(kind.ending.isEmpty ? "without an ending" : kind.ending)"
        }
        if parts.isEmpty, unnamed > 0 { parts.append("\(HumanFormat.grouped(unnamed)) with long endings") }
        let more = kinds.count - kindsToTell
        let text = parts.joined(separator: ", ")
        if more > 0, unnamed == 0 { return "\(text) and \(HumanFormat.count(more, "more kind"))" }
        return kinds.isEmpty || unnamed == 0 ? text : "\(text) and more kinds"
    }
}

/// The most kinds that are named in words.
private let kindsToTell = 5
