internal import Backends
internal import Logging
internal import ModelHosting
internal import Platform
internal import Domain

extension CommandContext {
    /// The cache of hosted models; no service is asked through it.
    func modelStore() throws(CommandFailure) -> ModelStore {
        try endingCommand { () throws(HostingError) in try ModelChooser(backendEnvironment().process).store() }
    }

    /// Runs a body that fetches models; Ctrl-C stops a download, which the next one continues.
    func withModels(
        certificates: FilePath?, log file: FilePath?,
        _ body: (ModelStore, ShutdownRequest) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        try checkClock()
        let shutdown = ShutdownRequest()
        let (console, hints) = (console, hints)
        let log = file.map { eventLog($0) }
        defer { if let log { close(log) } }
        let environment = backendEnvironment(certificates: certificates, endedBy: shutdown)
        let reporter = ModelReporter(
            console, hints, isQuiet: common.quiet, log: log.map { log in { @Sendable in log.add($0) } })
        defer { reporter.close() }
        let handlers = SignalWatch.Handlers(
            onDrain: { console.interrupt(with: "stopping the download; Ctrl-C again stops now") },
            onStop: { console.interrupt(with: "stopped; the same command continues the download") },
            status: ExitCode.interrupted.rawValue, onHangUp: log.map { log in { @Sendable in log.reopen() } })
        let watch = SignalWatch(shutdown, handlers)
        defer { withExtendedLifetime(watch) {} }
        let models = try endingCommand { () throws(HostingError) in
            try ModelChooser(environment.process, report: reporter.handle).store()
        }
        try body(models, shutdown)
    }
}
