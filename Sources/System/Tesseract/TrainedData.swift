package import Platform

/// The folder with the files of languages, `eng.traineddata`, as Tesseract's packages install them.
package struct TrainedData: Equatable, Sendable {
    package let folder: FilePath

    /// The files of a folder.
    package init(folder: FilePath) { self.folder = folder }

    /// The folder that the environment names, or else the first of the usual ones that is there.
    package init(_ environment: [String: String]) {
        if let named = environment["TESSDATA_PREFIX"], !named.isEmpty {
            folder = FilePath(named)
            return
        }
        let usual = ["/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tessdata", "/usr/local/share/tessdata"]
            .map { FilePath($0) }
        folder = usual.first { (try? FileStatus(of: $0))?.kind == .folder } ?? usual[0]
    }

    /// The languages that are there, in alphabetical order; `osd`, which finds orientations, is not a language.
    package var languages: [String] {
        guard let directory = try? Directory(folder) else { return [] }
        var names: [String] = []
        while let entry = try? directory.next() {
            let name = String(decoding: entry.name, as: UTF8.self)
            if name.hasSuffix(suffix), name != "\(TrainedData.orientation)\(suffix)" {
                names.append(String(name.dropLast(suffix.count)))
            }
        }
        return names.sorted()
    }

    /// The file that finds orientation and script.
    package static let orientation = "osd"

    /// Whether a language's file is there.
    package func has(_ language: String) -> Bool { (try? FileStatus(of: file(of: language)))?.kind == .file }

    /// A language's file.
    package func file(of language: String) -> FilePath { folder.appending("\(language)\(suffix)") }

    /// Reads a language's file, and checks that its parts lie inside of it.
    ///
    /// The engine leaves out a language that it cannot load, as long as there is another one.
    package func read(_ language: String) throws(TesseractError) -> FileBuffer {
        let path = file(of: language)
        let buffer = FileBuffer()
        do throws(SystemError) {
            try buffer.read(path, limit: maxBytes)
        } catch {
            guard has(language) else { throw .noLanguage(language, folder: folder) }
            throw .unreadable(error)
        }
        if let reason = buffer.withBytes(complaint) { throw .damaged(path, reason: reason) }
        return buffer
    }
}

/// Why a file is not whole; nil where it seems to be.
///
/// The file begins with a count of 32 bits and as many offsets of 64 bits, -1 where a part is not there.
private func complaint(about bytes: Span<UInt8>) -> String? {
    func number(_ offset: Int, _ width: Int) -> UInt64 {
        (0..<width).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    guard bytes.count >= 4 else { return "it is too short" }
    let count = Int(number(0, 4))
    guard (1...64).contains(count) else { return "it is not a traineddata file" }
    guard bytes.count > 4 + 8 * count else { return "it is cut short" }
    let offsets = (0..<count).map { Int64(bitPattern: number(4 + 8 * $0, 8)) }.filter { $0 >= 0 }
    guard let last = offsets.max() else { return "it is empty" }
    return last < Int64(bytes.count) ? nil : "it is cut short"
}

private let suffix = ".traineddata"
/// The largest of Debian's files has 40 MB.
private let maxBytes: Int64 = 1 << 30
