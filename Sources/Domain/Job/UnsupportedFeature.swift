/// The parts of the manifest's grammar that this version understands and cannot do yet.
package enum UnsupportedFeature {
    /// The first such part of a job, named in the plural; nil when everything in it can be done.
    package static func part(of job: Job) -> String? {
        for source in job.images {
            switch source {
            case .sql: return "sql sources"
            case .glob, .folder, .list, .standardInput, .gs, .url: continue
            }
        }
        return nil
    }
}
