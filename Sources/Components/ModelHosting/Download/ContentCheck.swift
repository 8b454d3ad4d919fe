internal import Crypto
internal import Text

/// Checks a whole download against what was announced of it.
struct ContentCheck {
    /// The source, for people.
    let source: String
    let served: HostedVersion

    /// The SHA-256 of the bytes; the error names what differs, and both values.
    func digest(of download: PartialDownload) throws(HostingError) -> Digest {
        let length = served.bytes ?? download.label?.total ?? download.bytes
        guard download.bytes == length else { throw mismatch("size", "\(length) bytes", "\(download.bytes) bytes") }
        var sha256 = SHA256()
        var md5 = served.md5 == nil ? nil : MD5()
        var crc32c = CRC32C()
        var head: [UInt8] = []
        try download.read { piece in
            if head.isEmpty { head = (0..<min(8, piece.count)).map { piece[$0] } }
            sha256.update(piece)
            md5?.update(piece)
            if served.crc32c != nil { crc32c.update(piece) }
        }
        if let wanted = served.crc32c, wanted != crc32c.value {
            throw mismatch("CRC-32C", hexadecimal(wanted.bigEndianBytes), hexadecimal(crc32c.value.bigEndianBytes))
        }
        if let wanted = served.md5, let found = md5.take()?.finish(), wanted != found {
            throw mismatch("MD5", hexadecimal(wanted), hexadecimal(found))
        }
        let digest = sha256.finish()
        if let wanted = served.sha256, wanted != digest { throw mismatch("SHA-256", wanted.hex, digest.hex) }
        // A page that asks for a sign-in comes with status 200, too, and must not take a model's place.
        guard head.dropFirst(4).starts(with: "TFL3".utf8) || head.starts(with: "PK".utf8) else {
            throw mismatch("beginning", "that of a .tflite file or a ZIP", readable(head))
        }
        return digest
    }

    private func mismatch(_ what: String, _ expected: String, _ actual: String) -> HostingError {
        .mismatch(source: source, what: what, expected: expected, actual: actual)
    }
}

extension UInt32 {
    /// Its four bytes, the greatest first.
    fileprivate var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) } }
}
