package import Domain
package import Platform
internal import Report
package import Storage
internal import XMP

/// Writes what was seen in pictures, each into a file of its own.
package struct FolderExport {
    private let options: ExportOptions
    private let store: any Store
    private let path: FilePath
    private let library: XMPLibrary?

    /// An export to a folder.
    ///
    /// - Throws: where a library is missing.
    package init(_ options: ExportOptions, of store: any Store, to path: FilePath) throws(CommandFailure) {
        self.options = options
        self.store = store
        self.path = path
        library = options.format == .xmp ? XMPLibrary.installed : nil
        guard options.format != .xmp || library != nil else {
            throw CommandFailure(
                "--to: xmp needs Exempi, which is not installed: `apt-get install \(XMPLibrary.debianPackage)`",
                .backend)
        }
    }

    /// Writes what is new, and takes away what is not wanted any more.
    package func write() throws(CommandFailure) -> ExportOutcome {
        try store.check(options)
        let folder = try ExportFolder(path, format: options.format.rawValue, jobs: [options.job])
        var outcome = ExportOutcome()
        try each(&outcome) { entry, content, outcome throws(CommandFailure) in
            if folder.keeps(entry.name, key: entry.key) { return }
            guard let bytes = try content.file(of: entry, &outcome) else { return }
            try folder.write(entry.name, key: entry.key, bytes)
        }
        outcome.changes = try folder.finish()
        return outcome
    }

    /// Counts what `write` would do; bytes are an estimate.
    package func preview() throws(CommandFailure) -> ExportOutcome {
        try store.check(options)
        let record = ExportRecord.read(in: path)
        var names: Set<FilePath> = []
        var changes = ExportFolder.Changes()
        var outcome = ExportOutcome()
        try each(&outcome) { entry, content, _ throws(CommandFailure) in
            names.insert(FilePath(entry.name))
            if record?.entry(entry.name, key: entry.key, in: path) != nil {
                changes.kept += 1
            } else {
                changes.written += 1
                changes.bytesWritten += try content.estimate(of: entry)
            }
        }
        changes.removed = record?.entries.keys.count { !names.contains($0) } ?? 0
        outcome.changes = changes
        return outcome
    }

    private func each(
        _ outcome: inout ExportOutcome,
        _ body: (ExportedImage, ExportContent, inout ExportOutcome) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let version = library.flatMap(SidecarDocument.signature).map { String(decoding: $0, as: UTF8.self) }
        try store.export { rows throws(CommandFailure) in
            let pass = ExportPass(options: options, rows: rows, folder: path, libraryVersion: version ?? "")
            let content = ExportContent(options, rows, library: library)
            try pass.each(&outcome) { entry, outcome throws(CommandFailure) in try body(entry, content, &outcome) }
        }
    }
}

extension Store {
    /// Refuses a job that the store does not have, and one none of whose models answers in the form that is asked for.
    func check(_ options: ExportOptions) throws(CommandFailure) {
        try checkJobs([options.job])
        guard options.format == .visionJSON else { return }
        let recipes = try export { rows throws(CommandFailure) in
            try endingCommand { () throws(StoreError) in try rows.recipes(of: options.job) }
        }
        guard !recipes.isEmpty, !recipes.contains(where: { visionBackends.contains($0.backend) }) else { return }
        throw CommandFailure(
            "--to: vision-json is what the Cloud Vision API answered, and \(options.job) asks a model on this machine; "
                + "take coco or hocr", .badInput)
    }
}
