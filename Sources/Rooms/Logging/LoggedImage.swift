package import Crypto
package import Platform

/// The image that an event is about.
package struct LoggedImage: Sendable {
    /// The digest of its content; nil where the file was not read.
    package var sha256: Digest?
    /// Its name: a file's bytes or an address; nil where the event concerns the content under any name.
    package var path: FilePath?

    /// An image.
    package init(sha256: Digest?, path: FilePath?) {
        self.sha256 = sha256
        self.path = path
    }

    /// The name without what may be a secret: an address loses its user and password, and what stands behind `?` or `#`, where
    /// signatures and tokens stand.
    var shownPath: [UInt8]? {
        guard let path else { return nil }
        // No search where most names are those of files.
        guard path.bytes.contains(UInt8(ascii: ":")), path.isAddress,
            let scheme = path.bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return path.bytes }
        let head = scheme + 3
        let rest = path.bytes[head...]
        let plain = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let host = plain.prefix { $0 != UInt8(ascii: "/") }
        let start = host.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? head
        return path.bytes[..<head] + plain[start...] + (plain.count < rest.count ? Array("?...".utf8) : [])
    }
}
