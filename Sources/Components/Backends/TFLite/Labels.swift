internal import Crypto
internal import JSON
internal import LiteRT
internal import Platform
internal import Text
internal import Domain

/// The words for a model's classes, by class number.
struct Labels: Equatable, Sendable {
    /// Label number n names class n; a first line `???` is a label like any other.
    let words: [String]
    /// Names to show in place of the words, by class number; where one is empty or lacking, the word is shown.
    let displayNames: [String]
    /// Where they were read, for people.
    let source: String

    /// The most bytes a labels file may have.
    static let limit = 1 << 22

    /// The lines of a labels file: one label a line, LF or CRLF; empty lines at the end are none.
    init(_ bytes: [UInt8], source: String, displayNames: [String] = []) throws(BackendError) {
        let lines = try Labels.lines(bytes, source)
        guard !lines.isEmpty else { throw BackendError.labelsRefused(source, reason: "is empty") }
        // A class without a name would be a result without one; left out, it would shift all that follow.
        let empty = lines.indices.filter { Labels.isEmpty(lines[$0]) }
        if let first = empty.first {
            let lead = empty.count == 1 ? "has an empty line" : "has \(empty.count) empty lines, of which the first is"
            throw BackendError.labelsRefused(
                source,
                reason:
                    "\(lead)\(empty.count == 1 ? "," : "") number \(first + 1), and each line names a class; "
                    + "delete \(empty.count == 1 ? "it" : "them"), or write a name such as ???")
        }
        words = lines
        self.displayNames = displayNames
        self.source = source
    }

    /// The lines of a file, without empty ones at the end.
    private static func lines(_ bytes: [UInt8], _ source: String) throws(BackendError) -> [String] {
        guard bytes.count <= Labels.limit else {
            throw BackendError.labelsRefused(source, reason: "has more than \(Labels.limit) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BackendError.labelsRefused(source, reason: "is not UTF-8 text")
        }
        // By bytes: Swift takes CR LF as one character that is neither.
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        if let first = lines.first, first.unicodeScalars.first == "\u{FEFF}" {
            lines[0] = String(String.UnicodeScalarView(first.unicodeScalars.dropFirst()))
        }
        while let last = lines.last, isEmpty(last) { lines.removeLast() }
        return lines
    }

    private static func isEmpty(_ line: String) -> Bool { line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// The labels file that the manifest names.
    init(file: FilePath) throws(BackendError) {
        let buffer = FileBuffer()
        do {
            try buffer.read(file, limit: Int64(Labels.limit))
        } catch {
            throw BackendError.labelsUnreadable(error)
        }
        try self.init(buffer.copy, source: file.description)
    }

    /// The labels file the manifest names, or the one inside the model for one of these outputs.
    init(
        file: FilePath?, model: FilePath, contents: Span<UInt8>, description: ModelFile, outputs: [Int]
    ) throws(BackendError) {
        if let file {
            try self.init(file: file)
            return
        }
        let described = description.metadata?.outputs ?? []
        let labelled = outputs.filter(described.indices.contains).map { described[$0] }
        let found, shown: (name: String, bytes: [UInt8])?
        do throws(LiteRTError) {
            found = try Labels.packed(labelled.flatMap(\.labels), in: contents)
            shown = try Labels.packed(labelled.flatMap(\.displayNames), in: contents)
        } catch {
            throw BackendError(error, model: model)
        }
        guard let found else { throw BackendError.labelsMissing(model) }
        let source = "\(found.name) in \(model)"
        guard let shown, shown.name != found.name else {
            try self.init(found.bytes, source: source)
            return
        }
        let displayNames = try Labels.lines(shown.bytes, "\(shown.name) in \(model)")
        try self.init(found.bytes, source: source, displayNames: displayNames)
        guard displayNames.count <= words.count else {
            throw BackendError.labelsRefused(
                "\(shown.name) in \(model)",
                reason:
                    "has \(counted(displayNames.count, "name")), and \(found.name) beside it \(counted(words.count, "label")); "
                    + "name a file with one label a line in backend.labels")
        }
    }

    /// The first of these files that is packed behind the model.
    private static func packed(
        _ names: [String], in model: Span<UInt8>
    ) throws(LiteRTError) -> (name: String, bytes: [UInt8])? {
        guard !names.isEmpty else { return nil }
        let files = try EmbeddedFiles(model)
        for name in names {
            if let bytes = try files.contents(of: name, in: model) { return (name, bytes) }
        }
        return nil
    }

    /// What people call a class: its display name, else its word; its number for one that has neither.
    func word(_ number: Int) -> String {
        guard words.indices.contains(number) else { return "class \(number)" }
        guard displayNames.indices.contains(number), !Labels.isEmpty(displayNames[number]) else { return words[number] }
        return displayNames[number]
    }

    /// A class's id in Google's Knowledge Graph, `/m/02wbm`; nil where its word is none.
    func mid(_ number: Int) -> String? {
        guard words.indices.contains(number) else { return nil }
        return ["/m/", "/g/", "/t/"].contains { words[number].hasPrefix($0) } ? words[number] : nil
    }

    /// The member `className` of an annotation's attributes; none where the description or the mid says it.
    func attributes(_ number: Int) -> [(name: String, json: String)] {
        guard words.indices.contains(number), mid(number) == nil, word(number) != words[number] else { return [] }
        return [("className", jsonString(words[number]))]
    }

    /// SHA-256 of the labels, whatever file they came from.
    var digest: Digest {
        Digest(of: (words + (displayNames.isEmpty ? [] : [""] + displayNames)).joined(separator: "\n"))
    }
}
