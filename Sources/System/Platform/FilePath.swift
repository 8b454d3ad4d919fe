internal import Text

/// The name of a file, as the bytes the system uses.
///
/// Linux names are bytes, not text: one that is not UTF-8 is kept exactly and shown with `\xHH` escapes.
package struct FilePath: Hashable, Sendable {
    /// The name's bytes, without a closing NUL.
    package let bytes: [UInt8]

    /// A path from raw bytes.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A path from text, as UTF-8.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether it starts at the root.
    package var isAbsolute: Bool { bytes.first == slash }

    /// Whether it is an address and no file's name: `gs://bucket/a.jpg`.
    ///
    /// What is `normalized` never is one: it has no two slashes together.
    package var isAddress: Bool {
        let scheme = bytes.prefix { $0 != colon && $0 != slash }
        return !scheme.isEmpty && bytes.dropFirst(scheme.count).starts(with: [colon, slash, slash])
    }

    /// The name for mail and logs: an address loses its user and password, and what stands behind `?` or `#`, where
    /// signatures and tokens stand.
    package var withoutSecrets: FilePath {
        // No search where most names are those of files.
        guard bytes.contains(colon), isAddress, let scheme = bytes.firstIndex(of: colon) else { return self }
        let head = scheme + 3
        let rest = bytes[head...]
        let plain = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let host = plain.prefix { $0 != slash }
        let start = host.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? head
        return FilePath(bytes: bytes[..<head] + plain[start...] + (plain.count < rest.count ? Array("?...".utf8) : []))
    }

    /// The last component: `b.jpg` of `a/b.jpg`; the whole path where there is no slash.
    package var name: FilePath {
        guard let cut = bytes.lastIndex(of: slash) else { return self }
        return FilePath(bytes: Array(bytes[(cut + 1)...]))
    }

    /// Everything before the last component: `a` of `a/b.jpg`, `/` of `/b.jpg`, empty where there is no slash.
    package var directory: FilePath {
        guard let cut = bytes.lastIndex(of: slash) else { return FilePath(bytes: []) }
        return FilePath(bytes: cut == 0 ? [slash] : Array(bytes[..<cut]))
    }

    /// The part of the name after its last dot, in lower case: `jpg` of `a/B.JPG`; empty where there is none.
    package var fileExtension: String {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// This path with a component, or a relative path, behind it; an absolute one replaces it.
    package func appending(_ other: FilePath) -> FilePath {
        if other.isAbsolute || bytes.isEmpty { return other }
        if other.bytes.isEmpty { return self }
        return FilePath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + other.bytes)
    }

    /// This path with a component, or a relative path, behind it; an absolute one replaces it.
    package func appending(_ other: String) -> FilePath { appending(FilePath(other)) }

    /// The same path without `.`, doubled slashes and resolvable `..`, by the text alone (no link is followed).
    package var normalized: FilePath {
        var kept: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: slash) where part != [dot] {
            if part == [dot, dot] {
                if let last = kept.last, last != [dot, dot] {
                    kept.removeLast()
                    continue
                }
                if isAbsolute { continue }
            }
            kept.append(part)
        }
        return FilePath(bytes: (isAbsolute ? [slash] : []) + Array(kept.joined(separator: [slash])))
    }

    /// What follows `folder`, when this path lies below it.
    package func relative(to folder: FilePath) -> FilePath? {
        let prefix = folder.bytes.last == slash || folder.bytes.isEmpty ? folder.bytes : folder.bytes + [slash]
        guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
        return FilePath(bytes: Array(bytes[prefix.count...]))
    }
}

extension FilePath: Comparable {
    /// Order of the bytes, as `memcmp` has it.
    package static func < (left: FilePath, right: FilePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension FilePath: CustomStringConvertible {
    /// The path as text for people: UTF-8 as it is, other and control bytes as `\xHH`, so that one name is one line.
    package var description: String { readable(bytes) }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
private let colon = UInt8(ascii: ":")
