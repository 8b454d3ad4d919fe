package import Domain
internal import Text
internal import Zlib

/// A PDF 1.7 in the making: pictures as pages, each with its words behind it, so that readers find and copy them.
///
/// Written by hand: no library passes JPEG files through and writes text without glyphs for every script. Each function
/// gives the bytes that come next, so that no more than a page is in memory.
package struct PDFFile: ~Copyable {
    /// A node of the tree of pages.
    private struct PageNode {
        let number: Int
        var kids: [Int] = []
        var pages = 0
    }

    /// Where each object begins, by number from 1; 0 until it is written.
    private var offsets = [Int64](repeating: 0, count: ObjectNumber.last)
    private var position: Int64 = 0
    private var font = PDFFont()
    private var leaves: [PageNode] = []
    private var language: String?

    /// A file without pages.
    package init() {}

    /// How many pages it has.
    private var pageCount: Int { leaves.reduce(0) { $0 + $1.pages } }

    /// Whether what comes behind the last page has room: places in the file have ten digits.
    package var canGrow: Bool { position < 9_900_000_000 }

    /// The first bytes.
    package mutating func begin() -> [UInt8] {
        // Four bytes that are no text, so that programs take the file for none.
        counted(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// A page with a picture and its text.
    package mutating func page(_ picture: PDFPicture, text answer: ShownAnswer) -> [UInt8] {
        let page = TextPage(answer)
        if language == nil { language = page.locale }
        let size = picture.upright
        let (width, height) = (
            Markup.share(Double(size.width) * picture.scale), Markup.share(Double(size.height) * picture.scale)
        )
        let words = PDFText(size: size, scale: picture.scale).operators(page, &font)
        let content = "q \(picture.matrix(width, height)) cm /Im0 Do Q\n\(words)"
        if leaves.last.map({ $0.pages == maxKids }) ?? true { leaves.append(PageNode(number: newNumber())) }
        let (own, image, text) = (newNumber(), newNumber(), newNumber())
        let parent = leaves[leaves.count - 1].number
        leaves[leaves.count - 1].kids.append(own)
        leaves[leaves.count - 1].pages += 1
        let resources = "/Resources << /XObject << /Im0 \(image) 0 R >> /Font << /F1 \(ObjectNumber.font) 0 R >> >>"
        let frame = "/MediaBox [0 0 \(width) \(height)]"
        return object(
            own, "<< /Type /Page /Parent \(parent) 0 R \(frame) \(resources) /Contents \(text) 0 R >>"
        ) + stream(image, picture.dictionary, picture.bytes)
            + stream(text, "/Filter /FlateDecode", deflate(Array(content.utf8).span, level: 1))
    }

    /// All that comes behind the last page.
    ///
    /// - Parameters:
    ///   - title: the picture's name, or the job's.
    ///   - key: 32 hexadecimal digits or more, which tell files apart.
    package mutating func end(title: String, key: String) -> [UInt8] {
        var bytes = fontObjects()
        bytes += tree()
        // Letters, digits and hyphens alone: see `TextDocument.language`.
        let isPlain = language.map { tag in
            tag != "und"
                && tag.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isAlphabetic }
        }
        let lang = isPlain == true ? " /Lang (\(language ?? ""))" : ""
        bytes += object(
            ObjectNumber.catalog, "<< /Type /Catalog /Pages \(ObjectNumber.pages) 0 R\(lang) >>")
        bytes += object(
            ObjectNumber.info, "<< /Producer \(string("Cairn")) /Title \(string(title)) >>")
        let start = position
        var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { table += padded(offset, digits: 10) + " 00000 n \n" }
        let id = "<\(key.prefix(32))>"
        table += "trailer\n<< /Size \(offsets.count + 1) /Root \(ObjectNumber.catalog) 0 R "
        table += "/Info \(ObjectNumber.info) 0 R /ID [\(id) \(id)] >>\nstartxref\n\(start)\n%%EOF\n"
        return bytes + counted(Array(table.utf8))
    }

    private mutating func fontObjects() -> [UInt8] {
        let descendant =
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /CairnBlank "
            + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            + "/FontDescriptor \(ObjectNumber.descriptor) 0 R /DW 500 /CIDToGIDMap \(ObjectNumber.glyphs) 0 R >>"
        let descriptor =
            "<< /Type /FontDescriptor /FontName /CairnBlank /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0 "
            + "/Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 \(ObjectNumber.fontFile) 0 R >>"
        let trueType = PDFFont.trueType
        return object(
            ObjectNumber.font,
            "<< /Type /Font /Subtype /Type0 /BaseFont /CairnBlank /Encoding /Identity-H "
                + "/DescendantFonts [\(ObjectNumber.descendant) 0 R] /ToUnicode \(ObjectNumber.map) 0 R >>")
            + object(ObjectNumber.descendant, descendant) + object(ObjectNumber.descriptor, descriptor)
            + stream(ObjectNumber.map, "/Filter /FlateDecode", deflate(font.map.span))
            + stream(ObjectNumber.glyphs, "/Filter /FlateDecode", deflate(PDFFont.glyphs.span))
            + stream(ObjectNumber.fontFile, "/Length1 \(trueType.count)", trueType)
    }

    /// The tree of pages, of nodes that have few kids each.
    private mutating func tree() -> [UInt8] {
        var bytes: [UInt8] = []
        var level = leaves
        while level.count > maxKids {
            var parents: [PageNode] = []
            for start in stride(from: 0, to: level.count, by: maxKids) {
                let kids = level[start..<min(start + maxKids, level.count)]
                let parent = PageNode(
                    number: newNumber(), kids: kids.map(\.number), pages: kids.reduce(0) { $0 + $1.pages })
                for kid in kids { bytes += node(kid, parent: parent.number) }
                parents.append(parent)
            }
            level = parents
        }
        for kid in level { bytes += node(kid, parent: ObjectNumber.pages) }
        return bytes
            + node(
                PageNode(number: ObjectNumber.pages, kids: level.map(\.number), pages: pageCount), parent: nil)
    }

    private mutating func node(_ node: PageNode, parent: Int?) -> [UInt8] {
        let kids = node.kids.map { "\($0) 0 R" }.joined(separator: " ")
        let parent = parent.map { " /Parent \($0) 0 R" } ?? ""
        return object(node.number, "<< /Type /Pages\(parent) /Kids [\(kids)] /Count \(node.pages) >>")
    }

    private mutating func newNumber() -> Int {
        offsets.append(0)
        return offsets.count
    }

    private mutating func object(_ number: Int, _ body: String) -> [UInt8] {
        offsets[number - 1] = position
        return counted(Array("\(number) 0 obj\n\(body)\nendobj\n".utf8))
    }

    private mutating func stream(_ number: Int, _ dictionary: String, _ bytes: [UInt8]) -> [UInt8] {
        offsets[number - 1] = position
        let head = "\(number) 0 obj\n<< \(dictionary) /Length \(bytes.count) >>\nstream\n"
        return counted(Array(head.utf8) + bytes + Array("\nendstream\nendobj\n".utf8))
    }

    private mutating func counted(_ bytes: [UInt8]) -> [UInt8] {
        position += Int64(bytes.count)
        return bytes
    }

    /// A text as UTF-16 in hexadecimal digits.
    private func string(_ text: String) -> String {
        "<FEFF\(text.utf16.map { hexadecimal([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }.joined().uppercased())>"
    }
}

/// The objects that every file has.
private enum ObjectNumber {
    static let catalog = 1
    static let pages = 2
    static let info = 3
    static let font = 4
    static let descendant = 5
    static let descriptor = 6
    static let map = 7
    static let glyphs = 8
    static let fontFile = 9
    static let last = 9
}

/// The most kids of a node of the tree of pages.
private let maxKids = 32
