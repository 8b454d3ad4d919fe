internal import Storage
internal import Text

/// Finds a job's pictures by the names that other programs have for them.
struct MemberMatcher {
    private let members: [Substring: [JobMember]]

    init(_ members: [JobMember]) {
        self.members = Dictionary(grouping: members) { MemberMatcher.parts(of: $0.path).last ?? "" }
    }

    /// The pictures whose path ends like a name of Label Studio, by as many parts as any; several where the name does
    /// not tell them apart.
    ///
    /// The folders may have other names: uploaded files have none of their own.
    func members(called name: String) -> [JobMember] {
        let parts = MemberMatcher.parts(of: MemberMatcher.plain(name))
        guard let file = parts.last else { return [] }
        return longest(members[file] ?? members[MemberMatcher.withoutUploadMark(file)] ?? [], parts).map(\.member)
    }

    /// The pictures that a `file_name` of a COCO file names: one path is the end of the other.
    func members(atEndOf fileName: String) -> [JobMember] {
        let parts = MemberMatcher.parts(of: fileName)
        guard let file = parts.last else { return [] }
        return longest(members[file] ?? [], parts).filter { found in
            found.parts == min(parts.count, MemberMatcher.parts(of: found.member.path).count)
        }.map(\.member)
    }

    /// Those of some pictures whose path has most parts of its end in common with a name's, and how many that are.
    private func longest(_ candidates: [JobMember], _ parts: [Substring]) -> [(member: JobMember, parts: Int)] {
        let found = candidates.map { member in
            let ends = zip(MemberMatcher.parts(of: member.path).reversed(), parts.reversed())
            return (member: member, parts: ends.prefix { $0 == $1 }.count)
        }
        let most = found.map(\.parts).max()
        return found.filter { $0.parts == most }
    }

    private static func parts(of path: String) -> [Substring] { path.split(separator: "/") }

    /// A name without what Label Studio puts before it: `/data/local-files/?d=photos/a.jpg`.
    private static func plain(_ name: String) -> String {
        let local = "/data/local-files/?d="
        if let range = name.firstRange(of: local) { return percentDecoded(String(name[range.upperBound...])) }
        let isAddress = name.contains("://")
        return percentDecoded(isAddress ? String(name.prefix { $0 != "?" }) : name)
    }

    /// A file's name without the eight digits that Label Studio puts before uploaded ones: `1a2b3c4d-a.jpg`.
    private static func withoutUploadMark(_ file: Substring) -> Substring {
        let mark = file.prefix(8)
        let isMark = mark.count == 8 && mark.allSatisfy(\.isHexDigit) && file.dropFirst(8).first == "-"
        return isMark ? file.dropFirst(9) : file
    }

    /// A text without percent signs for bytes; as it is where they are no UTF-8.
    private static func percentDecoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = hexadecimalDigit(bytes[at + 1]),
                let low = hexadecimalDigit(bytes[at + 2])
            {
                decoded.append(UInt8(high << 4 | low))
                at += 3
            } else {
                decoded.append(bytes[at])
                at += 1
            }
        }
        return String(validating: decoded, as: UTF8.self) ?? text
    }
}
