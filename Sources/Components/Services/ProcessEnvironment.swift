package import Platform
package import Domain

/// What a program that asks services takes from the process it runs in.
package struct ProcessEnvironment: Sendable {
    /// Environment variables: secrets, where credentials lie, proxies.
    package var variables: [String: String]
    /// Certificates of authorities that are trusted instead of the system's (`--cacert`).
    package var certificates: FilePath?
    /// Where the time comes from.
    package var clock: Clock
    /// Measures how long calls take.
    package var monotonic: MonotonicClock
    /// Waits, where a sign-in is tried again; a test's own only notes how long.
    package var pause: @Sendable (TimeSpan) -> Void = { pauseThread(milliseconds: $0.milliseconds) }
    /// The longest that one request for credentials may take.
    package var timeout = TimeSpan.seconds(60)
    /// Whether a sign-in is not waited for any more; asked about once a second during one.
    package var isInterrupted: @Sendable () -> Bool = { false }
    /// Why no model is fetched any more, as a clause, once the time given for the command is over; nil before.
    package var timeIsUp: @Sendable () -> String? = { nil }
    /// Tells people what they should know of a sign-in that succeeds; called from any thread.
    package var notice: @Sendable (String) -> Void = { _ in }
    /// Chance, at least 0 and less than 1, so that several workers do not try again at the same moment.
    package var chance: @Sendable () -> Double

    /// The environment of a process.
    package init(
        variables: [String: String], certificates: FilePath? = nil, clock: Clock,
        monotonic: MonotonicClock = .machine, chance: @escaping @Sendable () -> Double = randomFraction
    ) {
        self.variables = variables
        self.certificates = certificates
        self.clock = clock
        self.monotonic = monotonic
        self.chance = chance
    }

    /// The folder of temporary files, as POSIX has it.
    package var temporaryFolder: FilePath {
        FilePath(variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    }
}

extension ProcessEnvironment {
    /// Refuses a file of authorities that is none, before anything is asked with it; libcurl says of it only that the
    /// host cannot be reached.
    package func checkCertificates() throws(BackendError) {
        guard let certificates else { return }
        let buffer = FileBuffer()
        let reason: String
        do throws(SystemError) {
            try buffer.read(certificates, limit: 64 << 20)
            if String(decoding: buffer.copy, as: UTF8.self).contains("CERTIFICATE-----") { return }
            reason = "holds no certificate in PEM form"
        } catch {
            reason = "cannot be read: \(error.reason)"
        }
        throw .setting(key: "--cacert or CURL_CA_BUNDLE", reason: "\(certificates) \(reason)")
    }
}
