internal import Crypto
internal import Domain
internal import Platform
internal import Report
internal import Text

/// What the file of a picture is called in an export's folder: a function of the picture's name alone, and one-to-one.
enum ExportName {
    /// The name, relative to the folder; nil where it would be too long.
    ///
    /// - Parameters:
    ///   - path: the picture's name in the store: relative to its folder, absolute, or an address.
    ///   - suffix: what stands behind it: `.svg`.
    ///   - mark: what stands before its ending: tells images apart that have one name.
    ///   - keepsEnding: whether the picture's own ending stays in front of the suffix.
    static func name(of path: FilePath, suffix: String, mark: String = "", keepsEnding: Bool = true) -> String? {
        let (parts, cut) = components(of: path)
        var names = parts.map { $0.flatMap(escaped) }.map(harmless)
        let isPlain = !path.isAddress && !path.isAbsolute
        if isPlain, let first = names.first, first.first == UInt8(ascii: "@") {
            names[0] = percent(UInt8(ascii: "@")) + first.dropFirst()
        }
        guard let last = names.popLast() else { return nil }
        let (stem, whole) = split(last)
        let ending = keepsEnding ? whole : []
        let file = stem + cut + Array(mark.utf8) + ending + Array(suffix.utf8)
        let all = names.map { shortened($0, suffix: []) } + [shortened(file, suffix: ending + Array(suffix.utf8))]
        let bytes = Array(all.joined(separator: [slash]))
        return bytes.count <= maxBytes ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The name of a picture as it stands in files of others: as the views have it, an address without its secrets.
    ///
    /// A backslash, by which views show bytes that are no text, parts folders for some programs, so that it is escaped.
    static func insideFiles(_ image: ShownImage) -> String {
        let name = image.shownPath
        return name.contains("\\") ? Self.name(of: FilePath(name), suffix: "") ?? name : name
    }

    /// The components of a path, with what stands for a root and for a scheme; and what tells addresses apart whose
    /// secrets were cut.
    private static func components(of path: FilePath) -> (parts: [[UInt8]], mark: [UInt8]) {
        guard path.isAddress, let colon = path.bytes.firstIndex(of: UInt8(ascii: ":")) else {
            let parts = path.bytes.split(separator: slash).map { Array($0) }
            return ((path.isAbsolute ? [Array("@root".utf8)] : []) + parts, [])
        }
        let plain = Array(path.withoutSecrets.bytes.prefix { $0 != UInt8(ascii: "?") })
        let parts = plain[(colon + 1)...].split(separator: slash).map { Array($0) }
        let isCut = plain.count != path.bytes.count
        return (
            [Array("@".utf8) + plain[..<colon]] + parts,
            isCut ? Array("~\(Digest(of: path.bytes.span).hex.prefix(8))".utf8) : []
        )
    }

    /// A byte in which some system sees more than a letter, as `%XX`; what is not UTF-8 is escaped by `harmless`.
    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let isControl = byte < 0x20 || byte == 0x7F
        return isControl || "%\"*:<>?\\|".utf8.contains(byte) ? percent(byte) : [byte]
    }

    /// A component without what file systems or people would stumble over.
    private static func harmless(_ component: [UInt8]) -> [UInt8] {
        var name: [UInt8] = []
        for part in LossyText(component) {
            switch part {
            case .byte(let byte): name += percent(byte)
            case .scalar(let scalar):
                let bytes = Array(String(Character(scalar)).utf8)
                name += hidden.contains { $0.contains(scalar.value) } ? bytes.flatMap(percent) : bytes
            }
        }
        if name == Array(".".utf8) || name == Array("..".utf8) { return name.flatMap(percent) }
        if let first = name.first, first == UInt8(ascii: " ") || name.starts(with: ".cairn-".utf8) {
            name.replaceSubrange(0..<1, with: percent(first))
        }
        if let last = name.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ".") {
            name.replaceSubrange(name.count - 1..<name.count, with: percent(last))
        }
        if isDevice(name), let first = name.first { name.replaceSubrange(0..<1, with: percent(first)) }
        return name
    }

    /// Whether Windows takes a name for a device: `con`, `COM1.jpg`.
    private static func isDevice(_ name: [UInt8]) -> Bool {
        let stem = String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self).uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        let bytes = Array(stem.utf8)
        return bytes.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && (0x30...0x39).contains(bytes[3])
    }

    /// A component that file systems take: a longer one is cut at a character, and its digest tells it apart.
    private static func shortened(_ name: [UInt8], suffix: [UInt8]) -> [UInt8] {
        guard name.count > maxComponent else { return name }
        var cut = name.prefix(200)
        while let last = cut.last, last & 0xC0 == 0x80 { cut = cut.dropLast() }
        if let last = cut.last, last >= 0xC0 { cut = cut.dropLast() }
        return cut + Array("~\(Digest(of: name.span).hex.prefix(16))".utf8) + suffix.suffix(30)
    }

    /// A name in front of its ending, and the ending with its dot.
    private static func split(_ name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, []) }
        return (Array(name[..<dot]), Array(name[dot...]))
    }

    private static func percent(_ byte: UInt8) -> [UInt8] {
        Array("%\(hexadecimal([byte]).uppercased())".utf8)
    }

    /// Characters that turn the direction of writing or cannot be seen.
    private static let hidden: [ClosedRange<UInt32>] = [
        0x80...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
    ]
}

private let slash = UInt8(ascii: "/")
/// Bytes of a component with its suffix.
private let maxComponent = 240
/// Bytes of a whole name.
private let maxBytes = 3_500
