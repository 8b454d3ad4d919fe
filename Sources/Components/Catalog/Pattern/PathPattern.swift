internal import Platform

/// A pattern for absolute paths, one segment for each name.
struct PathPattern: Hashable, Sendable {
    /// What one name, or with `**` any number of names, must be.
    enum Segment: Hashable, Sendable {
        /// `**`.
        case anyDepth
        /// This very name.
        case literal([UInt8])
        /// A name with wildcards.
        case pattern(NamePattern)
        /// Any name with an image's extension: the end of a `folder:` source.
        case image

        /// Whether a name matches; `**` is the automaton's business.
        func matches(_ name: [UInt8]) -> Bool {
            switch self {
            case .anyDepth: false
            case .literal(let literal): literal == name
            case .pattern(let pattern): pattern.matches(name)
            case .image: ImageExtension.isOn(name)
            }
        }

        /// Whether it is written for files that macOS keeps beside others: `._*`.
        var namesAppleDouble: Bool {
            switch self {
            case .literal(let literal): literal.starts(with: appleDoublePrefix)
            case .pattern(let pattern): pattern.tokens.starts(with: appleDoublePrefix.map { .byte($0) })
            case .anyDepth, .image: false
            }
        }
    }

    let segments: [Segment]

    /// Everything with an image's extension below a folder, the folder's name taken as it is.
    init(imagesBelow folder: FilePath) {
        segments = folder.normalized.bytes.split(separator: slash).map { .literal(Array($0)) } + [.anyDepth, .image]
    }

    /// A pattern without braces.
    ///
    /// - Parameter base: the folder that a relative pattern starts from.
    init?(_ text: [UInt8], relativeTo base: FilePath?) {
        var segments: [Segment] = []
        if let base, text.first != slash {
            segments = base.normalized.bytes.split(separator: slash).map { .literal(Array($0)) }
        }
        for part in text.split(separator: slash) {
            let name = NamePattern(Array(part))
            if part.elementsEqual("**".utf8) {
                if segments.last != .anyDepth { segments.append(.anyDepth) }
            } else if let literal = name.literal {
                if literal == [dot] { continue }
                guard literal == [dot, dot] else {
                    segments.append(.literal(literal))
                    continue
                }
                switch segments.last {
                case .literal: segments.removeLast()
                case nil: break
                default: return nil
                }
            } else {
                segments.append(.pattern(name))
            }
        }
        self.segments = segments
    }

    /// Every pattern that a text with braces stands for.
    static func parse(_ text: String, relativeTo base: FilePath?) throws(CatalogError) -> [PathPattern] {
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else { throw .containsNUL(pattern: text) }
        guard let expanded = BraceExpansion.expand(bytes) else {
            throw .tooManyAlternatives(pattern: text, limit: BraceExpansion.limit)
        }
        var patterns: [PathPattern] = []
        for text in expanded {
            guard let pattern = PathPattern(text, relativeTo: base) else {
                throw .parentAfterWildcard(pattern: String(decoding: bytes, as: UTF8.self))
            }
            if !patterns.contains(pattern) { patterns.append(pattern) }
        }
        return patterns
    }
}

let slash = UInt8(ascii: "/")
let dot = UInt8(ascii: ".")
/// With what macOS begins the names of the files that hold what a file system of others does not take.
let appleDoublePrefix = Array("._".utf8)
