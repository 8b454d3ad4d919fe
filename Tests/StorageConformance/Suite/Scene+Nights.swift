internal import Platform
internal import Storage
internal import Domain

extension Scene {
    /// What a night is begun with.
    func nightRequest(_ job: String = "job", as process: ProcessIdentity? = nil) -> NightRequest {
        NightRequest(key: key(), job: job, process: process ?? Scene.process(1, of: "host 1"), hostName: "tower")
    }

    /// A night, which no other process may have.
    @discardableResult
    func night(_ job: String = "job", as process: ProcessIdentity? = nil) throws -> any NightSession {
        switch try another().night(nightRequest(job, as: process)) {
        case .begun(let night): return night
        case .held(let holder): throw Nonconformance("process \(holder.process.pid) has the night of \(job)")
        }
    }

    /// Who has the job's night, for a process that asks for it; nil where it is that process by now.
    func holder(as process: ProcessIdentity) throws -> NightOwner? {
        guard case .held(let holder) = try another().night(nightRequest(as: process)) else { return nil }
        return holder
    }

    /// The jobs that have a night that ended with exit status 0.
    func successes() throws -> [String] {
        try store.snapshot { reports throws(StoreError) in try reports.nightSuccesses() }.map(\.job)
    }
}
