package import Crypto
package import Domain
package import Platform

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
    /// Whether the image was seen by another name before, as far as that is known when it is decided.
    package let isCopy: Bool
    /// How the file differs from the one that its name held before; nil where it does not, or the name is new.
    package let edit: FileEdit?
    /// Whether it stays in the job when the query that gives it gives it no more.
    package let isKept: Bool

    /// An image with a decision.
    package init(
        source: Source, image: ImageID?, decision: ImageDecision, isCopy: Bool = false, edit: FileEdit? = nil,
        isKept: Bool = false
    ) {
        self.isKept = isKept
        self.source = source
        self.image = image
        self.decision = decision
        self.isCopy = isCopy
        self.edit = edit
    }

    /// The place of its name in the order of the sources.
    package var order: Int64 {
        switch source {
        case .identified(let image): image.order
        case .known(_, _, let order): order
        }
    }
}

/// What was changed in the file under a name.
package enum FileEdit: Sendable {
    /// Its metadata alone: it is the same image.
    case metadata
    /// The picture, or its turn: the name holds another image.
    case image
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
    /// How its source wants it read: a name in another reading is another name.
    package let reading: Reading
    /// Whether its source does not give it, as it is outside of the source's share.
    package let isOutsideShare: Bool
    /// Its place in the order of the sources.
    package let order: Int64
    /// What is known of its content.
    package let content: Content

    /// An image.
    package init(
        path: FilePath, reading: Reading = Reading(), isOutsideShare: Bool = false, order: Int64, content: Content
    ) {
        self.path = path
        self.isOutsideShare = isOutsideShare
        self.reading = reading
        self.order = order
        self.content = content
    }

    /// By what the image is known.
    package var key: ImageKey {
        switch content {
        case .file(let identity, _): identity.key
        case .reference: ImageKey(referenceTo: path)
        }
    }
}

/// An image that is to be queued, in words that outlive the store's numbers.
package struct AskedImage: Equatable, Sendable {
    /// By what it is known.
    package let key: ImageKey
    /// The name by which it was found.
    package let path: FilePath
    /// Why it is asked about.
    package let reason: QueueReason
    /// What was there before, of the reasons that name it: the digest of an image or of a recipe.
    package let origin: Digest?
    /// Whether the job has an answer already, to which something was changed since.
    package let asksAgain: Bool
    /// What is asked of it, by places in the request's recipes; never none.
    package let missingRecipes: [Int]

    /// An image.
    package init(
        _ key: ImageKey, path: FilePath, reason: QueueReason, origin: Digest?, asksAgain: Bool, missingRecipes: [Int]
    ) {
        self.key = key
        self.path = path
        self.reason = reason
        self.origin = origin
        self.asksAgain = asksAgain
        self.missingRecipes = missingRecipes
    }
}
