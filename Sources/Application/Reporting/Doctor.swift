package import Backends
internal import Curl
internal import Pictures
package import Storage
package import Domain
internal import Services

/// Looks whether everything is there that Cairn needs, and whether the store is sound.
package struct Doctor {
    /// What came of one look.
    package struct Finding: Equatable, Sendable {
        /// How bad it is.
        package enum Severity: String, Sendable {
            /// As it should be.
            case ok
            /// As it may be, and people should know.
            case note
            /// Something some jobs need is not there.
            case missing
            /// Something is broken.
            case broken
        }

        /// How bad.
        package let severity: Severity
        /// What was looked at.
        package let subject: String
        /// What was seen, and the next step where there is one.
        package let detail: String

        /// A finding.
        package init(_ severity: Severity, _ subject: String, _ detail: String) {
            self.severity = severity
            self.subject = subject
            self.detail = detail
        }
    }

    private let environment: BackendEnvironment

    /// A doctor with this process's environment and libraries.
    package init(_ environment: BackendEnvironment) {
        self.environment = environment
    }

    /// The libraries that are linked or opened when they are needed, with their versions; the store's own comes first.
    ///
    /// - Parameter jobs: those whose backends are needed; what none of them uses has one line. None: everything is
    ///   looked at.
    package func checkLibraries(_ store: StoreSurvey, for jobs: [Job] = []) -> [Finding] {
        var findings = [Finding(.ok, store.engine.name, store.engine.version)]
        if let version = libcurlVersion() {
            findings.append(Finding(.ok, "libcurl", version))
        } else {
            findings.append(
                Finding(.missing, "libcurl", "not here; services need it: install Debian's package libcurl4"))
        }
        for library in PictureLibrary.all {
            if let version = library.version {
                findings.append(Finding(.ok, library.name, version))
            } else if let (format, package) = library.need {
                let absence = "not here; \(format.name) pictures need it: install Debian's package \(package)"
                findings.append(Finding(.note, library.name, absence))
            }
        }
        let kinds = Set(jobs.map(\.backend.kind))
        let isNeeded = { (wanted: [BackendSettings.Kind]) in jobs.isEmpty || !kinds.isDisjoint(with: wanted) }
        var unused: [String] = []
        if isNeeded([.tflite, .automl]) { findings.append(checkLiteRT()) } else { unused.append("LiteRT") }
        if isNeeded([.tesseract]) { findings.append(checkTextRecognition()) } else { unused.append("tesseract") }
        if !unused.isEmpty {
            let names = unused.joined(separator: " and ")
            findings.append(
                Finding(.ok, "not needed", "\(names): no job of the store uses \(unused.count == 1 ? "it" : "them")"))
        }
        return findings
    }

    private func checkLiteRT() -> Finding {
        do throws(BackendError) {
            return Finding(.ok, "LiteRT", "at least 2.2: \(try findLibrary(at: environment.libraryPlaces))")
        } catch {
            return Finding(.missing, "LiteRT", error.description)
        }
    }

    /// The library of text recognition, and which languages it has.
    private func checkTextRecognition() -> Finding {
        do throws(BackendError) {
            let found = try TextRecognition(variables: environment.process.variables)
            let subject = "\(found.version): \(found.library), languages in \(found.folder)"
            guard !found.languages.isEmpty else {
                return Finding(
                    .note, "tesseract",
                    "\(subject): none; install Debian's package tesseract-ocr-eng, or another language's")
            }
            let names = "\(subject): \(found.languages.joined(separator: ", "))"
            guard found.findsOrientation else {
                return Finding(
                    .note, "tesseract",
                    "\(names); install Debian's package tesseract-ocr-osd, which finds turned pages")
            }
            return Finding(.ok, "tesseract", names)
        } catch {
            // Only `kind: tesseract` needs it.
            return Finding(.note, "tesseract", error.sentence)
        }
    }

    /// The places of a job's secrets, each with whether one is there; never the secret.
    package func checkSecrets(of job: Job) -> [Finding] {
        let found = secretStatuses(for: job.backend, in: environment.process)
        if found.isEmpty { return [Finding(.ok, job.name, "needs no credentials")] }
        return found.flatMap { found in
            let subject = "\(job.name) \(found.keyPath)"
            let warning = found.warning.map { Finding(.note, subject, $0) }
            if let problem = found.problem {
                return [Finding(.missing, subject, problem)] + [warning].compactMap(\.self)
            }
            return [warning ?? Finding(.ok, subject, "\(found.source) is there")]
        }
    }

    /// The store's own soundness, what must always hold in it, and the units that may have been billed or not.
    ///
    /// - Parameter progress: is told before each check how many are done, and how many there are.
    package func check(
        at store: any Store, _ progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws(StoreError) -> [Finding] {
        let problems = try store.problems(progress)
        let broken = problems.map { Finding(.broken, "store", $0) }
        let spending: [Spending]
        let copy: StoreCopy?
        do throws(StoreError) {
            (spending, copy) = try store.snapshot { reports throws(StoreError) in
                (try reports.spending(of: nil), try reports.copyMark())
            }
        } catch {
            // What is broken may be a figure that is read here: the rows that were found say more than this error.
            if problems.isEmpty { throw error }
            return broken
        }
        let soundness =
            problems.isEmpty ? [Finding(.ok, "store", "\(store.location): sound, and its sums hold")] : broken
        let mark = copy.map {
            Finding(
                .note, "copy",
                "\(store.location) is \($0); `cairn doctor --adopt` makes it a store of its own to work on")
        }
        return soundness + [try size(of: store), mark].compactMap(\.self)
            + spending.filter { $0.uncertain > 0 }.map { line in
                let units = "--account \(line.account) --month \(line.month) --feature \(line.feature)"
                return Finding(
                    .note, "uncertain units",
                    "\(line.uncertain) of account \(line.account) in \(line.month), \(line.feature): the vendor may have billed them; "
                        + "close them by its billing export with `cairn quota settle --from EXPORT.csv`, or as you know it with `cairn quota settle \(units) --billed` or `--not-billed`"
                )
            }
    }

    /// What the store takes, by what SQL sees of it, and what came in the last week.
    private func size(of store: any Store) throws(StoreError) -> Finding? {
        let week = environment.process.clock.now() + TimeSpan.seconds(-7 * 86_400)
        guard let size = try store.size(since: week) else { return nil }
        // What is less than a hundredth of it is not worth a word.
        let parts = size.parts.filter { $0.bytes * 100 >= size.bytes }
            .map { "\($0.views) \(HumanFormat.bytes($0.bytes))" }
        var text = "\(HumanFormat.bytes(size.bytes)): \(parts.joined(separator: "; "))"
        if size.logBytes > 0 { text += "; its log takes \(HumanFormat.bytes(size.logBytes)) more" }
        if size.recentAttempts > 0 {
            text +=
                "; \(HumanFormat.count(size.recentAttempts, "attempt")) of the last 7 days brought about "
                + HumanFormat.bytes(size.recentBytes)
        }
        return Finding(.ok, "store size", text)
    }
}
