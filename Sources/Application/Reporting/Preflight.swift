package import Backends
internal import Catalog
internal import Platform
package import Domain
internal import Services

/// A look at all that a job names on this machine, before anything is queued: nothing is sent, written or kept.
package struct Preflight {
    let environment: BackendEnvironment

    /// A look with this process's environment and libraries.
    package init(_ environment: BackendEnvironment) {
        self.environment = environment
    }

    /// Looks at sources, secrets, models, labels and libraries.
    package func diagnostics(of job: Job) -> [Diagnostic] {
        let sources = SourceCheck.all(of: job).map { problem in
            Diagnostic(problem.isAbsence ? .absent : .mistake, keyPath: problem.keyPath, message: problem.message)
        }
        return sources + store(of: job) + secrets(of: job) + hosted(of: job) + backend(of: job) + advice(on: job)
    }

    private func store(of job: Job) -> [Diagnostic] {
        guard let store = job.store, (try? FileStatus(of: store))?.kind == .folder else { return [] }
        let file = store.appending("cairn.db")
        return [
            Diagnostic(.mistake, keyPath: "store", message: "\(store) is a folder; name a file in it, such as \(file)")
        ]
    }

    private func secrets(of job: Job) -> [Diagnostic] {
        secretStatuses(for: job.backend, in: environment.process).flatMap { found in
            let problem = found.problem.map { Diagnostic(.absent, keyPath: found.keyPath, message: $0) }
            let warning = found.warning.map { Diagnostic(.advice, keyPath: found.keyPath, message: $0) }
            return [problem, warning].compactMap(\.self)
        }
    }

    private func backend(of job: Job) -> [Diagnostic] {
        var errors =
            modelHere(of: job).map { backend in
                BackendPlan.problems(
                    backend, features: job.features, prepare: job.prepare, variables: environment.process.variables)
            } ?? []
        if job.hasBudgetInMoney, let feature = job.featureWithoutPrice { errors.append(.noPrice(feature)) }
        if job.backend.kind == .tflite || job.backend.kind == .automl {
            do throws(BackendError) {
                _ = try findLibrary(at: environment.libraryPlaces)
            } catch {
                errors.append(error)
            }
        }
        if job.backend.kind == .tesseract, errors.isEmpty, environment.trial != nil {
            do throws(BackendError) {
                _ = try BackendPlan(job, variables: environment.process.variables).open(
                    in: environment, timeout: .seconds(1))
            } catch {
                errors.append(error)
            }
        }
        return errors.compactMap { error in
            Preflight.kind(of: error).map {
                Diagnostic($0, keyPath: error.keyPath ?? "backend.kind", message: error.sentence)
            }
        }
    }

    /// What kind of trouble an error of the backend's is; nil for what the manifest's own grammar has said already.
    private static func kind(of error: BackendError) -> Diagnostic.Kind? {
        switch error {
        case .notBuilt: nil
        case .inExport(_, let error): kind(of: error)
        case .libraryMissing, .libraryUnusable, .systemLibraryMissing, .modelUnreadable, .modelAwaited, .absent:
            .backendAbsent
        case .labelsUnreadable: .absent
        case .mismatch, .setting, .labelsMissing, .labelsRefused, .labelCount, .noPrice: .mistake
        case .modelRefused, .unsupportedOperations, .modelChanged, .unreachable, .failing, .busy, .refused, .secret,
            .credentials, .tokenService, .service, .quota, .unusable, .modelHangs:
            .unusable
        }
    }

    /// What the backend says of a local model that can be used.
    private func modelNotices(of job: Job) -> [Diagnostic] {
        guard let backend = modelHere(of: job),
            let plan = try? BackendPlan(
                backend, features: job.features, prepare: job.prepare, variables: environment.process.variables)
        else { return [] }
        let keys = Set(job.files.map(\.keyPath)).filter { $0.hasPrefix("backend.") }
        let key = keys.contains("backend.manifest") ? "backend.manifest" : "backend.model"
        return plan.notices.map { Diagnostic(.advice, keyPath: key, message: $0) }
    }

    /// What people should know of addresses that are secrets themselves.
    private func signedAddresses(of job: Job) -> [Diagnostic] {
        job.images.enumerated().compactMap { index, source in
            let (key, bytes): (String, [UInt8]?) =
                switch source.location {
                case .url(let address): ("url", Array(address.utf8))
                case .list(let path):
                    ("list", try? FileReader(job.directory.appending(path)).next(bytesOfListLookedAt))
                case .glob, .folder, .standardInput, .gs, .sql: ("", nil)
                }
            return bytes.flatMap(SignedAddress.parameter).map { parameter in
                Diagnostic(
                    .advice, keyPath: "images[\(index)].\(key)",
                    message:
                        "an address is signed (\(parameter)): the store and its copies keep it whole, and who can read them can fetch the picture; "
                        + "rows and messages show *** instead")
            }
        }
    }

    /// Addresses that look like patterns, which there are none of on the web.
    private func patternsInAddresses(of job: Job) -> [Diagnostic] {
        job.images.enumerated().compactMap { index, source in
            guard case .url(let address) = source.location, address.contains("*") else { return nil }
            return Diagnostic(
                .advice, keyPath: "images[\(index)].url",
                message:
                    "an address is one picture, and `*` no pattern in it; write the addresses into a file, and name it with `list:`"
            )
        }
    }

    private func advice(on job: Job) -> [Diagnostic] {
        let signIn =
            signInNotices(for: job.backend).map {
                Diagnostic(.advice, keyPath: "backend.auth.anonymous", message: $0)
            } + modelNotices(of: job) + signedAddresses(of: job) + patternsInAddresses(of: job)
        guard job.isBilled, let age = job.refresh.olderThan, age < .seconds(86_400) else { return signIn }
        return signIn + [
            Diagnostic(
                .advice, keyPath: "refresh.olderThan",
                message: "answers are asked and billed again when they are less than a day old; write days, such as 90d"
            )
        ]
    }
}

/// The beginning of a list, which is all that is looked at: addresses of one kind rarely begin late.
private let bytesOfListLookedAt = 1 << 20
