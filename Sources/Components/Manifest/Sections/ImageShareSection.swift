internal import Domain
internal import YAML

enum ImageShareKey: String, SectionKey {
    case of, salt
    static let section = "imageShare"
}

extension Node {
    /// A part of a source's images, `0-10%` or `{of: 0-10%, salt: trial}`; nil for all of them.
    func imageShare() -> ImageShare? {
        guard case .mapping = value.content else {
            return millionths().flatMap { $0 == allMillionths ? nil : ImageShare($0) }
        }
        guard let fields = Fields(self, "a share such as {of: 0-10%, salt: trial}", keys: ImageShareKey.self) else {
            return nil
        }
        let bounds = fields.required(.of, "0-10%")?.millionths()
        guard let salt = fields.required(.salt, "trial")?.text("a word that splits the images otherwise, such as trial")
        else { return nil }
        return bounds.flatMap { $0 == allMillionths ? nil : ImageShare($0, salt: salt) }
    }

    /// The bounds of a share, `0-10%`, in millionths of all images.
    private func millionths() -> Range<UInt64>? {
        let expected = "a share of the images, such as 0-10% or 12.5-100%"
        guard case .string(let text) = value.content, text.hasSuffix("%") else { return mismatch(expected) }
        let bounds = text.dropLast().split(separator: "-", omittingEmptySubsequences: false).map(\.millionths)
        guard bounds.count == 2, let lower = bounds[0], let upper = bounds[1] else {
            return mismatch(expected + ", with at most 4 digits behind a point")
        }
        if upper > allMillionths.upperBound {
            report("a share ends at 100%, found \(found)")
        } else if lower >= upper {
            report("the share \(found) holds no image: write its lower bound first, such as 0-10%")
        } else {
            return lower..<upper
        }
        return nil
    }
}

/// All images, in millionths.
private let allMillionths: Range<UInt64> = 0..<1_000_000

extension Substring {
    /// A number of percent as millionths; nil for anything but a decimal of at most 3 digits and 4 behind the point.
    fileprivate var millionths: UInt64? {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            (1...3).contains(parts[0].utf8.count), parts[0].utf8.count == 1 || parts[0].first != "0",
            let percent = UInt64(parts[0])
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard (1...4).contains(decimals.utf8.count) else { return nil }
        let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
        return UInt64(padded).map { percent * 10_000 + $0 }
    }
}
