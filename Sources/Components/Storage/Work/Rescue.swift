package import Platform
package import Domain

/// What a look for dead workers has found of crashes.
package struct Rescue: Sendable {
    /// Workers that a signal ended inside a library.
    package var crashes: [WorkerCrash] = []
    /// Whether a record is of a worker that still counts as living: it is wanted again.
    package var isPending = false

    /// Nothing.
    package init() {}
}

/// A worker that a signal ended inside a library, with the images that are blamed for it.
package struct WorkerCrash: Sendable {
    /// An image that is blamed: a crash is counted on it.
    package struct Image: Sendable {
        package let job: String, run: RunID
        /// Its name; nil where it has none.
        package let path: FilePath?
        /// `queued` where it is tried again, `failed` where it is quarantined.
        package let state: TaskState

        /// An image of these parts.
        package init(job: String, run: RunID, path: FilePath?, state: TaskState) {
            (self.job, self.run, self.path, self.state) = (job, run, path, state)
        }
    }

    /// What the worker left.
    package let record: CrashRecord
    package let images: [Image]

    /// A crash of these parts.
    package init(_ record: CrashRecord, _ images: [Image]) {
        self.record = record
        self.images = images
    }
}

extension CrashRecord {
    /// The signal and the library: `SIGSEGV in libLiteRt.so`.
    package var cause: String {
        let usual =
            switch phase {
            case .model: "LiteRT"
            case .reading: "a picture library (libjpeg-turbo, libpng, libwebp, libheif, libtiff or giflib)"
            case .other: "a library"
            }
        return "\(signalName(signal)) in \(library ?? usual)"
    }

    /// What happened to an image, as a clause: `SIGSEGV in libLiteRt.so while the model ran on this image`.
    package var reason: String {
        let others = attempts.count > 1 ? " and \(attempts.count - 1) more" : ""
        return switch phase {
        case _ where attempts.isEmpty: "\(cause) while this image was in progress"
        case .model: "\(cause) while the model ran on this image\(others)"
        case .reading, .other: "\(cause) while this image was read"
        }
    }
}
