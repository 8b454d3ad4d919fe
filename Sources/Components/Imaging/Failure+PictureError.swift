internal import Text
package import Pictures
package import Domain

extension Failure {
    /// A picture's error as an image's failure, in words that name the cause and the next step.
    ///
    /// - Parameter bytes: the length of the file.
    package init(_ error: PictureError, bytes: Int) {
        switch error {
        case .empty:
            self.init(stage: .decode, kind: .empty, message: "the file is empty: copy it again from its source")
        case .notAPicture(let first):
            self.init(
                stage: .decode, kind: .notAnImage, code: isVideo(first) ? Failure.video : nil,
                message: "the file holds \(contents(first)), not a picture")
        case .unsupported(let format, let reason):
            self.init(stage: .decode, kind: .unsupported, message: sentence(format, reason))
        case .truncated(let format, _):
            self.init(
                stage: .decode, kind: .damaged, code: "TRUNCATED",
                message: "\(article(format)) cut short after \(grouped(bytes)) bytes: copy it again from its source")
        case .damaged(let format, let message):
            self.init(
                stage: .decode, kind: .damaged, code: "CORRUPT",
                message: "\(article(format)) broken inside (\(message)): copy it again from its source")
        case .tooLarge(let width, let height, let limit):
            self.init(
                stage: .decode, kind: .tooLarge,
                message:
                    "\(grouped(width)) x \(grouped(height)) pixels is over the limit of \(pixels(limit)); "
                    + "shrink it, or raise limits.megapixels")
        case .outOfMemory(let format):
            self.init(
                stage: .decode, kind: .tooLarge, code: "ENOMEM",
                message: "no memory was left to decode \(article(format)): let fewer workers run at once",
                isTransient: true)
        }
    }
}

private func sentence(_ format: PictureFormat, _ reason: PictureError.Reason) -> String {
    switch reason {
    case .format: "\(article(format)), which Cairn does not decode: convert it to PNG or JPEG"
    case .missing(let package):
        "\(article(format)), which needs a library that is not here: install the Debian package \(package)"
    case .variant(let words): "\(article(format)) of a rare kind (\(words)): convert it to PNG or JPEG"
    }
}

/// `a PNG`, `an AVIF`.
func article(_ format: PictureFormat) -> String {
    format == .avif ? "an \(format.name)" : "a \(format.name)"
}

/// Whether a file begins as a video: MP4 and QuickTime, Matroska and WebM, AVI, MPEG, Flash, Windows Media.
private func isVideo(_ first: [UInt8]) -> Bool {
    func has(_ bytes: [UInt8], at start: Int = 0) -> Bool { first.dropFirst(start).starts(with: bytes) }
    // Sound alone is kept in the same boxes.
    if has(Array("ftyp".utf8), at: 4) { return !has(Array("M4A".utf8), at: 8) && !has(Array("M4B".utf8), at: 8) }
    if has(Array("RIFF".utf8)) { return has(Array("AVI ".utf8), at: 8) }
    let others: [[UInt8]] = [
        [0x1A, 0x45, 0xDF, 0xA3], [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], Array("FLV".utf8), [0x30, 0x26, 0xB2, 0x75],
    ]
    return others.contains { has($0) }
}

/// What the first bytes look like, for a message.
private func contents(_ first: [UInt8]) -> String {
    if isVideo(first) { return "a video" }
    // Downloads that failed are often saved as the server's error page.
    if String(decoding: first, as: UTF8.self).lowercased().hasPrefix("<!doctype html")
        || String(decoding: first, as: UTF8.self).lowercased().hasPrefix("<html")
    {
        return "a web page"
    }
    let spaces: [UInt8] = [0x09, 0x0A, 0x0D]
    // A letter of several bytes may be cut at the end, so any byte above ASCII may be part of a text.
    if first.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || spaces.contains($0) }) { return "text" }
    if first.allSatisfy({ $0 == 0 }) { return "zeroes" }
    let shown = first.prefix(4).map { hexadecimal([$0]) }
    return "bytes of an unknown kind (they begin with \(shown.joined(separator: " ")))"
}

/// `200 megapixels`, `29,999 pixels`.
private func pixels(_ limit: Int) -> String {
    if limit == 1_000_000 { return "1 megapixel" }
    return limit % 1_000_000 == 0 ? "\(grouped(limit / 1_000_000)) megapixels" : "\(grouped(limit)) pixels"
}
