internal import Crypto
internal import LiteRT
internal import Platform

/// The words for a model's classes, by class number.
struct Labels: Equatable, Sendable {
    /// Label number n names class n; a first line `???` is a label like any other.
    let words: [String]
    /// Where they were read, for people.
    let source: String

    /// The most bytes a labels file may have.
    static let limit = 1 << 22

    /// The lines of a labels file: one label a line, LF or CRLF; empty lines at the end are none.
    init(_ bytes: [UInt8], source: String) throws(BackendError) {
        guard bytes.count <= Labels.limit else {
            throw BackendError.labelsRefused(source, why: "has more than \(Labels.limit) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BackendError.labelsRefused(source, why: "is not UTF-8 text")
        }
        // By bytes: Swift takes CR LF as one character that is neither.
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        if let first = lines.first, first.unicodeScalars.first == "\u{FEFF}" {
            lines[0] = String(String.UnicodeScalarView(first.unicodeScalars.dropFirst()))
        }
        let isEmpty = { (line: String) in line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        while let last = lines.last, isEmpty(last) { lines.removeLast() }
        guard !lines.isEmpty else { throw BackendError.labelsRefused(source, why: "is empty") }
        // A class without a name would be a result without one; left out, it would shift all that follow.
        let empty = lines.indices.filter { isEmpty(lines[$0]) }
        if let first = empty.first {
            let lead = empty.count == 1 ? "has an empty line" : "has \(empty.count) empty lines, of which the first is"
            throw BackendError.labelsRefused(
                source,
                why: "\(lead)\(empty.count == 1 ? "," : "") number \(first + 1), and each line names a class; delete "
                    + "\(empty.count == 1 ? "it" : "them"), or write a name such as ???")
        }
        words = lines
        self.source = source
    }

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
        let names = outputs.filter(described.indices.contains).flatMap { described[$0].labels }
        let found: (name: String, bytes: [UInt8])?
        do throws(LiteRTError) {
            found = try Labels.packed(names, in: contents)
        } catch {
            throw BackendError(error, model: model)
        }
        guard let found else { throw BackendError.labelsMissing(model) }
        try self.init(found.bytes, source: "\(found.name) in \(model)")
    }

    /// The first of these files that is packed behind the model.
    private static func packed(
        _ names: [String], in model: Span<UInt8>
    ) throws(LiteRTError) -> (name: String, bytes: [UInt8])? {
        guard !names.isEmpty else { return nil }
        let files = try AppendedFiles(model)
        for name in names {
            if let bytes = try files.contents(of: name, in: model) { return (name, bytes) }
        }
        return nil
    }

    /// The word for a class; its number for one that has none.
    func word(_ number: Int) -> String {
        words.indices.contains(number) ? words[number] : "class \(number)"
    }

    /// SHA-256 of the labels, whatever file they came from.
    var digest: Digest { Digest(of: words.joined(separator: "\n")) }
}
