package import Crypto

/// The digests of a file: of the picture in it, and of all its bytes.
package struct FileDigests: Equatable, Sendable {
    /// SHA-256 of the picture's canonical copy, of a HEIC of the list of its items; nil where the file cannot be
    /// walked to its end, or is of a format without rules.
    package let picture: Digest?
    /// What tells the file's bytes from any others.
    ///
    /// Of a file with a picture: SHA-256 of each range that the copy leaves out, with its place and its length (64
    /// bits, big-endian), then of the picture's digest and of the file's length. A range's numbers stand behind it, so
    /// that the text can be read from its end and is that of one file alone. Of any other file: SHA-256 of its bytes.
    package let content: Digest

    /// The digests of a file that is read for the picture in it; each byte is digested once.
    package init(_ bytes: Span<UInt8>, _ format: PictureFormat?) {
        // A BMP is its own copy.
        guard let format, format != .bmp, let parts = try? PictureParts(bytes, format) else {
            self.init(wholeFile: bytes)
            return
        }
        let picture = parts.digest(of: bytes)
        var rest = SHA256()
        for range in parts.leftOut(of: bytes.count) {
            rest.update(bytes.extracting(range))
            rest.update(bigEndian: range.lowerBound)
            rest.update(bigEndian: range.count)
        }
        rest.update(picture.bytes.span)
        rest.update(bigEndian: bytes.count)
        self.init(picture: picture, content: rest.finish())
    }

    /// Digests that are known.
    package init(picture: Digest?, content: Digest) {
        self.picture = picture
        self.content = content
    }

    /// The digest of a file that is an image with all its bytes.
    package init(wholeFile bytes: Span<UInt8>) {
        self.init(picture: nil, content: Digest(of: bytes))
    }
}

extension PictureParts {
    /// SHA-256 of the canonical copy, without writing it.
    ///
    /// - Parameter bytes: those that were walked.
    fileprivate func digest(of bytes: Span<UInt8>) -> Digest {
        var hash = SHA256()
        for part in parts {
            switch part {
            case .kept(let range): hash.update(bytes.extracting(range))
            case .made(let made): hash.update(made.span)
            }
        }
        return hash.finish()
    }

    /// The ranges of a file of some length that no part takes, in order.
    fileprivate func leftOut(of length: Int) -> [Range<Int>] {
        var kept: [Range<Int>] = []
        for case .kept(let range) in parts { kept.append(range) }
        // A HEIC's items may lie in any order, and share bytes.
        kept.sort { $0.lowerBound < $1.lowerBound }
        var left: [Range<Int>] = []
        var end = 0
        for range in kept + [length..<length] {
            if range.lowerBound > end { left.append(end..<range.lowerBound) }
            end = max(end, range.upperBound)
        }
        return left
    }
}

extension SHA256 {
    /// Takes in a number as 64 bits, the largest part first.
    fileprivate mutating func update(bigEndian number: Int) {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        update(bytes.span)
    }
}
