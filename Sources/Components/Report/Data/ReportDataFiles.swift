package import Domain
internal import Text

/// The files with details and texts of a job's images, which are given in the order of their numbers.
package struct ReportDataFiles {
    /// A file of the report.
    package struct File: Sendable {
        package let name: String
        package let bytes: [UInt8]
    }

    private let job: String
    private var number: Int64 = -1
    private var details = JSONBuilder()
    private var texts = JSONBuilder()
    /// The names of the files that were made.
    package private(set) var files = ReportFiles()

    /// The files of a job, none yet.
    package init(job: String) { self.job = job }

    /// Adds an image; answers the files that are whole.
    package mutating func add(_ detail: ImageDetail, of image: ImageID) -> [File] {
        var made: [File] = []
        if image.value >> 8 != number {
            made += finishDetails()
            number = image.value >> 8
        }
        details.add("\(image.value)", json: detail.json)
        if !detail.text.isEmpty {
            texts.array { json in
                json.add(nil, image.value)
                json.add(nil, Self.folded(detail.text))
            }
            if texts.bytes.count > maxTextBytes { made += finishTexts() }
        }
        return made
    }

    /// The files that are left.
    package mutating func finish() -> [File] { finishDetails() + finishTexts() }

    private mutating func finishDetails() -> [File] {
        guard !details.bytes.isEmpty else { return [] }
        let json = [UInt8(ascii: "{")] + details.bytes + [UInt8(ascii: "}")]
        details = JSONBuilder()
        let file = file("d\(number)", DataScript.call("detail", [job, "\(number)"], json: json))
        files.details.append((number, file.name))
        return [file]
    }

    private mutating func finishTexts() -> [File] {
        guard !texts.bytes.isEmpty else { return [] }
        let json = [UInt8(ascii: "[")] + texts.bytes + [UInt8(ascii: "]")]
        texts = JSONBuilder()
        let file = file("text\(files.texts.count)", DataScript.call("text", [job], json: json))
        files.texts.append(file.name)
        return [file]
    }

    private func file(_ stem: String, _ bytes: [UInt8]) -> File {
        File(name: "data/\(job)/\(ReportPage.name(stem, "js", of: bytes))", bytes: bytes)
    }

    /// A text with small letters in the place of A to Z, and of no others: as SQLite's LIKE compares.
    private static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// The most bytes of a file with texts, but for its last text.
private let maxTextBytes = 4 << 20
