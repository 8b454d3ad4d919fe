package import Domain
package import Platform
package import Crypto

/// An image, with what was decided about it.
package struct PlannedImage: Sendable {
    /// Where the image was found.
    package enum Source: Sendable {
        /// It was read, or is handed on by its name.
        case identified(IdentifiedImage)
        /// Its name is known, and need not be read again.
        case known(ImageID, PathID, order: Int64)
    }

    /// Where it was found.
    package let source: Source
    /// The image, where the store had it when this was decided.
    package let image: ImageID?
    /// What the image needs, and why.
    package let decision: ImageDecision
    /// Whether the content was seen by another name before, as far as that is known when it is decided.
    package let isCopy: Bool

    /// An image with a decision.
    package init(source: Source, image: ImageID?, decision: ImageDecision, isCopy: Bool = false) {
        self.source = source
        self.image = image
        self.decision = decision
        self.isCopy = isCopy
    }
}

/// An image that was found, with what was learnt by reading it.
package struct IdentifiedImage: Sendable {
    /// What is known of the content.
    package enum Content: Sendable {
        /// A file's, as of its status when it was read; a file on the web has 0 for what its server does not say.
        case file(ImageIdentity, ListedFile)
        /// An object that is handed on by its name, `gs://bucket/a.jpg`: its bytes are not here, and it is known by the
        /// digest of its name.
        case reference
    }

    /// The file or the address.
    package let path: FilePath
    /// Its place in the order of the sources.
    package let order: Int64
    /// What is known of its content.
    package let content: Content

    /// An image.
    package init(path: FilePath, order: Int64, content: Content) {
        self.path = path
        self.order = order
        self.content = content
    }
}

/// An image that is to be queued, in words that outlive the store's numbers.
package struct AskedImage: Equatable, Sendable {
    /// SHA-256 of its bytes; of an object that is handed on by its name, of the name.
    package let digest: Digest
    /// The name by which it was found.
    package let path: FilePath
    /// Why it is asked about.
    package let reason: QueueReason
    /// What was there before, of the reasons that name it: the digest of an image or of a recipe.
    package let origin: Digest?
    /// What is asked of it, by places in the request's recipes; never none.
    package let missingRecipes: [Int]

    /// An image.
    package init(digest: Digest, path: FilePath, reason: QueueReason, origin: Digest?, missingRecipes: [Int]) {
        self.digest = digest
        self.path = path
        self.reason = reason
        self.origin = origin
        self.missingRecipes = missingRecipes
    }
}
