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

        /// Whether it may pass by itself: it lies in a service, a connection or a disk, and not in the image.
        ///
        /// An answer that is billed would come again as it came, and be billed again: one that is kept though it does
        /// not follow the service's documentation, for `cairn results reparse`, and one that is more than is taken.
        ///
        /// - Parameter code: that of the failure.
        package func mayPass(code: String?) -> Bool {
            [.service, .lost, .unreachable, .unreadable].contains(self)
                && code != Failure.malformedResponse && code != Failure.responseTooLarge
        }
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
    /// Whether it may pass by itself, so that a later night asks again.
    package var mayPass: Bool { kind.mayPass(code: code) }

    /// Whether what came back is not an answer: a web page, a response that was cut.
    package var isUnreadableResponse: Bool { code == Failure.unreadableResponse }

    /// The code of a file that holds a video.
    package static let video = "VIDEO"
    /// The code of a response that is not an answer.
    package static let unreadableResponse = "UNREADABLE_RESPONSE"
    /// The code of a response that has more bytes than are taken.
    package static let responseTooLarge = "RESPONSE_TOO_LARGE"
    /// The code of an answer of which a value is not what the service's documentation says.
    package static let malformedResponse = "MALFORMED_RESPONSE"
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
