/// Why one image has no answer: data, kept on the attempt and on the task, never a reason to stop its neighbours.
package struct Failure: Error, Equatable, Sendable {
    /// The step that failed.
    package enum Stage: String, Sendable, CaseIterable {
        case find, read, decode, prepare, annotate, record
    }

    /// The class people count and retry by (`cairn retry RUN --kind damaged`).
    package enum Kind: String, Sendable, CaseIterable {
        /// The file is gone, or was never there.
        case missing
        /// The file is there and cannot be read: permissions, a folder, a failing disk.
        case unreadable
        /// The bytes are not those the task was queued for.
        case changed
        /// No bytes at all.
        case empty
        /// The bytes are no picture of a format Cairn knows.
        case notAnImage
        /// A picture that is cut short or broken inside.
        case damaged
        /// A picture of a known kind that cannot be decoded here (a codec is missing, an unusual variant).
        case unsupported
        /// More pixels or bytes than the limit allows.
        case tooLarge
        /// The model ran and did not answer.
        case model
        /// The service looked at the image, or at the request that held it alone, and refused it.
        case refused
        /// The service failed: an error of its own, an answer that is none.
        case service
        /// The request was sent and no answer came: too late, or the connection was cut.
        case lost
        /// A file on the web, or the service itself, could not be reached.
        case unreachable
        /// The worker died again and again while it processed this image.
        case quarantined

        /// Whether it may pass by itself, so that the same file may be asked again.
        package var mayPass: Bool { [.service, .lost, .unreachable, .quarantined].contains(self) }
    }

    /// The step.
    package let stage: Stage
    /// The class.
    package let kind: Kind
    /// The library's or the system's own code, where there is one: `ENOENT`.
    package let code: String?
    /// One clause that names the cause and, where there is one, the next step.
    package let message: String
    /// What the service says beside its words, as JSON of at most 16 KiB; nil where it says no more.
    package var details: String?
    /// Whether the same attempt may succeed later without anybody mending anything.
    package let isTransient: Bool

    /// A failure.
    package init(stage: Stage, kind: Kind, code: String? = nil, message: String, isTransient: Bool = false) {
        self.stage = stage
        self.kind = kind
        self.code = code
        self.message = message
        self.isTransient = isTransient
    }
}

extension Failure {
    /// The failure of an answer that has more annotations, or more bytes in their blobs, than can be kept.
    package init(tooLarge answer: Answer) {
        let feature = answer.recipe.feature.rawValue
        self.init(
            stage: .record, kind: .tooLarge,
            message: answer.annotations.count > Answer.maxAnnotations
                ? "the answer to \(feature) has \(answer.annotations.count) annotations, and \(Answer.maxAnnotations) are kept at most; "
                    + "the response itself is kept"
                : "the answer to \(feature) has blobs of \(answer.blobBytes) bytes, and \(Answer.maxBlobBytes) are kept at most"
        )
    }
}
