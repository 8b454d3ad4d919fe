internal import Platform
internal import Storage
internal import Domain

/// Counts what was changed in files that were read, each name once: two sources may give the same one.
struct EditCounter {
    /// Names that hold another image than before.
    private var replaced: Set<SourcePath> = []
    /// Files of which only the metadata was edited.
    private var edited: Set<FilePath> = []

    /// Counts the edits of some images: one of metadata once a file, however many ways it is read in.
    mutating func count(_ images: [PlannedImage], into submission: inout SubmissionResult) {
        for image in images {
            guard let edit = image.edit, case .identified(let found) = image.source else { continue }
            switch edit {
            case .image:
                guard replaced.insert(SourcePath(found.path, as: found.reading)).inserted else { continue }
                submission.changed += 1
            case .metadata:
                guard edited.insert(found.path).inserted else { continue }
                if case .queue = image.decision { continue }
                submission.metadataChanged += 1
            }
        }
    }

    /// Forgets the names, which are not found changed a second time once they are written down.
    mutating func forget() {
        replaced.removeAll(keepingCapacity: true)
        edited.removeAll(keepingCapacity: true)
    }
}
