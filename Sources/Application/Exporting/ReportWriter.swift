internal import Crypto
package import Domain
package import Platform
internal import Report
internal import Text
package import Storage

/// Writes a report of some jobs into a folder: a page that opens from a disk.
///
/// Data files are named by their content and written first; `index.html` comes last, and its change of name is the
/// moment at which the new report takes the place of the old one.
package struct ReportWriter {
    /// What came of it.
    package struct Outcome: Sendable {
        package let images: Int
        /// Images whose files are not on this machine or cannot be read, with the reason of each of the first ones.
        package var withoutPicture: [(path: String, reason: String)] = []
        package var withoutPictureCount = 0
        package var changes = ExportFolder.Changes()
    }

    /// A job whose pictures are not in its index yet.
    private struct Draft {
        var index: ReportIndex
        var files: ReportFiles
        let images: [ShownImage]
    }

    private let store: any Store
    private let options: ReportOptions
    private let folder: ExportFolder
    private let path: FilePath

    /// A writer to a folder, which is locked and marked.
    package init(_ options: ReportOptions, of store: any Store, to path: FilePath) throws(CommandFailure) {
        try store.checkJobs(options.jobs)
        self.store = store
        self.options = options
        self.path = path
        folder = try ExportFolder(path, format: Self.format, jobs: options.jobs)
    }

    /// What the record of a report's folder says.
    package static let format = "report"

    /// Writes the report.
    ///
    /// - Parameter beginning: is told, before it begins, how many pictures are made and their bytes by estimate.
    package func write(beginning: (Int, Int64) -> Void = { _, _ in }) throws(CommandFailure) -> Outcome {
        var pictures = ReportPictures(options)
        var drafts: [Draft] = []
        try store.export { rows throws(CommandFailure) in
            for job in options.jobs { drafts.append(try draft(of: job, rows)) }
            pictures.plan(drafts.map(\.images), in: folder)
            try pictures.find(in: rows)
        }
        let count = drafts.reduce(0) { $0 + $1.images.count }
        beginning(pictures.missingCount, pictures.missingBytes)
        var outcome = Outcome(images: count)
        let failures = try pictures.make(in: folder)
        outcome.withoutPictureCount = failures.count
        outcome.withoutPicture = Array(failures.prefix(3))
        for (name, bytes) in ReportPage.files { try writeOnce(name, bytes) }
        var jobs: [ReportPage.Job] = []
        for var draft in drafts {
            for (row, image) in draft.images.enumerated() {
                draft.index.setPictures(
                    at: row, thumbnail: pictures.hasThumbnail(of: image), view: pictures.hasView(of: image))
            }
            jobs.append(ReportPage.Job(draft.index, file: try write(draft)))
        }
        // What the page names is on the disk before the page is.
        try folder.sync()
        let html = ReportPage(jobs).html
        try folder.write("index.html", key: Digest(of: html.span).hex, html)
        outcome.changes = try folder.finish()
        return outcome
    }

    /// What the store says of a job; details and texts are written.
    private func draft(of job: String, _ rows: any ExportRows) throws(CommandFailure) -> Draft {
        let found = try endingCommand { () throws(StoreError) in try rows.overview(of: job) }
        guard let overview = found, let all = try rows.images(of: job) else {
            throw CommandFailure(noJob: job, among: [])
        }
        let images = options.only.map { only in all.filter(only.contains) } ?? all
        guard images.count <= ReportOptions.maxImages else { throw .tooManyImages(images.count) }
        let home = FilePath(bytes: store.location.bytes).directory
        var draft = Draft(
            index: ReportIndex(overview, images: images, base: path.way(to: home)), files: ReportFiles(),
            images: images)
        var data = ReportDataFiles(job: job)
        // By number, since a file of details has the images of 256 numbers.
        for row in images.indices.sorted(by: { images[$0].id < images[$1].id }) {
            let image = images[row]
            let (answers, attempts) = try endingCommand { () throws(StoreError) in
                (try rows.answers(to: image.id, of: job), try rows.attempts(at: image.id, of: job))
            }
            draft.index.add(answers, at: row)
            for file in data.add(ImageDetail(answers: answers, attempts: attempts), of: image.id) {
                try writeOnce(file.name, file.bytes)
            }
        }
        for file in data.finish() { try writeOnce(file.name, file.bytes) }
        draft.files = data.files
        return draft
    }

    /// Writes the index of a job; answers its name.
    private func write(_ draft: Draft) throws(CommandFailure) -> String {
        let job = draft.index.overview.job
        let json = draft.index.json(draft.files)
        let name = "data/\(job)/\(ReportPage.name("index", "js", of: json))"
        let seen = "data/\(job)/\(ReportPage.name("seen", "tsv", of: json))"
        // The same state has the same changes since the one before it.
        if folder.keeps(name, key: name), folder.keeps(seen, key: seen) { return name }
        let now = draft.index.seen
        let before = folder.names.first { $0.hasPrefix("data/\(job)/seen-") }.flatMap { text(of: $0) }
        let changes = before.map { ReportChanges(from: ReportChanges.seen(in: $0), to: now) }
        try folder.write(name, key: name, draft.index.script(json, changes: changes))
        try folder.write(seen, key: seen, now.lines)
        return name
    }

    private func text(of name: String) -> String? {
        plainFile(path.appending(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file whose name tells its content, unless it is there.
    private func writeOnce(_ name: String, _ bytes: [UInt8]) throws(CommandFailure) {
        if !folder.keeps(name, key: name) { try folder.write(name, key: name, bytes) }
    }
}

extension Store {
    /// Refuses names of jobs that the store does not have, before anything is written.
    func checkJobs(_ jobs: [String]) throws(CommandFailure) {
        let known = try read { reports throws(StoreError) in try reports.jobNames() }
        for job in jobs where !known.contains(job) { throw CommandFailure(noJob: job, among: known) }
    }
}

extension CommandFailure {
    /// That a report would have more images than a page can show.
    fileprivate static func tooManyImages(_ count: Int) -> CommandFailure {
        CommandFailure(
            "a report has \(HumanFormat.grouped(ReportOptions.maxImages)) pictures at the most, and this one would have "
                + "\(HumanFormat.grouped(count)); pick some with --images, such as --images \"select image_id from labels where score > 0.8\"",
            .badInput)
    }
}
