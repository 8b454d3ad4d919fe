package import Platform
package import Vocabulary

extension Catalog {
    /// The catalog of a job's files; sources of other kinds (addresses, queries) name none.
    package init(
        _ job: Job, workingDirectory: FilePath, standardInput: @escaping @Sendable () throws(SystemError) -> [UInt8]
    ) throws(CatalogError) {
        var sources: [CatalogSource] = []
        for source in job.images {
            switch source {
            case .glob(let pattern): sources.append(.glob(pattern))
            case .folder(let path): sources.append(.folder(path))
            case .list(let path): sources.append(.list(path))
            case .standardInput: sources.append(.standardInput)
            case .url, .gs, .sql: continue
            }
        }
        try self.init(
            sources: sources, exclude: job.exclude, directory: job.directory, workingDirectory: workingDirectory,
            standardInput: standardInput)
    }
}
