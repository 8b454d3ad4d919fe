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

    /// The name without what may be a secret.
    var shownPath: [UInt8]? { path?.withoutSecrets.bytes }
}
