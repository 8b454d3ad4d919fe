internal import Backends
internal import ModelHosting
internal import Platform
internal import Domain

extension Preflight {
    /// What there is to say of a hosted model, without asking its service.
    func hosted(of job: Job) -> [Diagnostic] {
        guard let hosted = job.backend.hosted else { return [] }
        var findings: [Diagnostic] = []
        if let finding = propertyList(of: hosted) { findings.append(finding) }
        if hosted.isOfFirebaseML {
            findings.append(
                Diagnostic(
                    .advice, keyPath: "backend.hosted.firebaseML",
                    message: "Firebase ML's hosting ends on 15 June 2027; "
                        + "copy the file to Cloud Storage and write `storage: gs://BUCKET/\(hosted.fileName)` in its place (docs/from-firebase-ml.md, Leave Firebase ML before 15 June 2027)"
                ))
        }
        guard !job.backend.hasBundledModel, cached(hosted) == nil else { return findings }
        return findings + [
            Diagnostic(
                .backendAbsent, keyPath: "backend.hosted",
                message: "\(hosted.fullName) is not in the cache, and no bundled model stands in for it; "
                    + "`cairn models pull JOB` fetches it")
        ]
    }

    /// The backend with a model's file that is on this machine: the bundled one, else the cached one; nil where there
    /// is none.
    func modelHere(of job: Job) -> BackendSettings? {
        guard let hosted = job.backend.hosted, !job.backend.hasBundledModel else { return job.backend.bundled }
        return cached(hosted).map { job.backend.serving($0.file, named: hosted.fullName) }
    }

    /// What is wrong with the property list that the app is known by; nil where nothing is, or none is named.
    private func propertyList(of hosted: HostedModel) -> Diagnostic? {
        guard let plist = hosted.plist else { return nil }
        do throws(SystemError) {
            _ = try FileStatus(of: plist)
        } catch {
            let words = error.sentence
            return Diagnostic(.absent, keyPath: "backend.hosted.plist", message: words)
        }
        do throws(HostingError) {
            _ = try ModelChooser(environment.process).store().source(of: hosted)
        } catch {
            if case .setting(let key, let reason) = error {
                return Diagnostic(.mistake, keyPath: key, message: reason)
            }
        }
        return nil
    }

    private func cached(_ hosted: HostedModel) -> CachedModel? {
        (try? ModelChooser(environment.process).store().cached(hosted)) ?? nil
    }
}
