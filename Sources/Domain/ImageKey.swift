package import Crypto

/// By what an image is known: what a recipe can see of it, whatever its names and its metadata.
package struct ImageKey: Hashable, Sendable {
    /// What the digest is of.
    package enum Kind: String, CaseIterable, Sendable {
        /// The picture that a decoder shows: of the file's canonical copy without metadata.
        case picture
        /// All bytes of a file: one that is not a picture, or that is sent with its metadata.
        case file
        /// The name of an object that is handed on by its name: `gs://bucket/a.jpg`.
        case reference
    }

    package let kind: Kind
    /// SHA-256 of what `kind` says.
    package let digest: Digest
    /// The page of a document; a picture is its page 0.
    package let page: Int
    /// How stored pixels are turned to stand upright, by EXIF's numbers, 1...8; 1 for a reference.
    package let turn: Int

    /// The key of an image.
    package init(_ kind: Kind, _ digest: Digest, page: Int = 0, turn: Int = 1) {
        self.kind = kind
        self.digest = digest
        self.page = page
        self.turn = turn
    }
}
