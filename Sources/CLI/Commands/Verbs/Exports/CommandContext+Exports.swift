internal import Catalog
internal import Exporting
internal import Platform
internal import Storage
internal import Domain

extension CommandContext {
    /// Refuses, before anything is done, a folder that is not one to export to.
    func checkFolder(
        _ folder: FilePath, _ option: String, format: String, jobs: [String]
    ) throws(CommandFailure) {
        guard let problem = ExportFolder.problem(of: folder, format: format, jobs: jobs) else { return }
        throw CommandFailure("\(option): \(problem.sentence)", problem.exit)
    }

    /// Refuses a folder in which a job of the store looks for its pictures: an output never becomes a source.
    func checkIsNoSource(_ folder: FilePath, _ option: String, in store: any Store) throws(CommandFailure) {
        let manifests = try store.read { reports throws(StoreError) in
            var manifests: [PinnedManifest] = []
            for name in try reports.jobNames() {
                if let manifest = try reports.manifest(job: name) { manifests.append(manifest) }
            }
            return manifests
        }
        try checkIsNoSource(folder, option, of: manifests.compactMap { CommandContext.job(pinned: $0) })
    }

    /// The same of some jobs.
    func checkIsNoSource(_ folder: FilePath, _ option: String, of jobs: [Job]) throws(CommandFailure) {
        guard let target = try? folder.resolvedWhereFolderWouldBe() else { return }
        for job in jobs {
            let catalog = try? Catalog(job, workingDirectory: FilePath("/")) { () throws(SystemError) in [] }
            for root in catalog?.roots ?? [] {
                let source = (try? root.path.resolved()) ?? root.path
                guard target == source || target.relative(to: source) != nil else { continue }
                throw CommandFailure(
                    "\(option): \(folder) lies in \(source), where job \(job.name) looks for pictures; "
                        + "nothing was done: name a folder outside of it", .badInput)
            }
        }
    }

    /// The images that a question names.
    func selection(_ sql: String, in store: any Store) throws(CommandFailure) -> ImageSelection {
        let answer = QueryAnswer(console, limit: .seconds(60), advice: QueryHints(sql).advice)
        var selection = ImageSelection()
        var column: (index: Int, isNumber: Bool)?
        try endingCommand({ (error: QueryError) in answer.failure(error) }) { () throws(QueryError) in
            try store.query(sql, parameters: [:], deadline: answer.deadline) { names in
                let names = names.map { $0.lowercased() }
                column =
                    names.firstIndex(of: "image_id").map { ($0, true) }
                    ?? names.firstIndex(of: "path").map { ($0, false) }
            } row: { cells in
                guard let column else { return false }
                switch cells[column.index] {
                case .integer(let number) where column.isNumber: selection.ids.insert(ImageID(number))
                case .text(let bytes) where !column.isNumber:
                    selection.paths.insert(FilePath(bytes: bytes))
                default: break
                }
                return true
            }
        }
        guard column != nil else {
            throw CommandFailure(
                "--images: the query has no column image_id or path; begin it with `select image_id from ...`",
                .badInput)
        }
        return selection
    }
}

extension FilePath {
    /// The absolute path of a folder that may not be there yet, nor those around it: every link that is there followed.
    fileprivate func resolvedWhereFolderWouldBe() throws(SystemError) -> FilePath {
        if let found = try? resolved() { return found }
        let parent = bytes.contains(UInt8(ascii: "/")) ? directory : FilePath(".")
        guard parent != self else { throw SystemError("find", self) }
        return try parent.resolvedWhereFolderWouldBe().appending(name)
    }
}
