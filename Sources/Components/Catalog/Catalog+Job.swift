package import Platform
package import Domain

extension Catalog {
    /// The catalog of a job's files, addresses and objects; queries name none.
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
            case .gs(let object): sources.append(.object(object))
            case .url(let address): sources.append(.web(address))
            case .sql: continue
            }
        }
        try self.init(
            sources: sources, exclude: job.exclude, directory: job.directory, workingDirectory: workingDirectory,
            takesObjects: job.backend.kind == .vision, standardInput: standardInput)
    }
}
