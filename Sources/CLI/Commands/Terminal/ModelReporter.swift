internal import Crypto
internal import Logging
internal import ModelHosting
internal import Platform
internal import Text
internal import Domain

/// Tells people and the log of downloads of hosted models, on whichever thread they run.
///
/// On a terminal a download that is under way has one line that is written over; its start, its end and its failure
/// have one line each.
final class ModelReporter: Sendable {
    private let console: Console
    private let hints: Hints
    private let isQuiet: Bool
    private let log: (@Sendable (LogEvent) -> Void)?
    private let isLineOpen = Monitor(false)

    /// - Parameter log: takes events for the log; nil: there is none.
    init(_ console: Console, _ hints: Hints, isQuiet: Bool, log: (@Sendable (LogEvent) -> Void)?) {
        self.console = console
        self.hints = hints
        self.isQuiet = isQuiet
        self.log = log
    }

    /// Tells what happens.
    func handle(_ event: ModelEvent) {
        record(event)
        switch event {
        case .asking(let name): show("\(name): asking for its newest version")
        case .started(let name, let resumedAt, let size):
            let rest = resumedAt > 0 ? ", continued behind \(HumanFormat.bytes(resumedAt))" : ""
            say("\(name): downloading\(size.map { " \(HumanFormat.bytes($0))" } ?? "")\(rest)")
        case .progress(let name, let bytes, let size, let rate):
            let share = size.map { " of \(HumanFormat.bytes($0)), \(HumanFormat.share(bytes, of: $0))" } ?? ""
            show("\(name): \(HumanFormat.bytes(bytes))\(share), \(HumanFormat.bytes(rate))/s")
        case .finished(let name, let model, _, let span):
            say(
                "\(name): version \(model.modelDigest.short) downloaded, \(HumanFormat.bytes(model.bytes)) in "
                    + HumanFormat.duration(span))
        case .failed(_, let error, let wait):
            // Where no try follows, the error is told by what it leads to.
            guard let wait else { return close() }
            say("\(error.description); the next try is in \(HumanFormat.duration(wait))")
        case .waiting(let name): say("\(name): another process downloads it; waiting for that")
        case .notModified, .usedCached: close()
        }
    }

    /// Takes the progress line off the terminal.
    func close() {
        guard
            isLineOpen.with({ isOpen in
                defer { isOpen = false }
                return isOpen
            })
        else { return }
        console.error(Array("\r\u{1B}[K".utf8))
    }

    private func say(_ line: String) {
        close()
        guard !isQuiet else { return }
        console.say(displayText(hints.completed(line)))
    }

    private func show(_ line: String) {
        guard !isQuiet, console.errorColumns != nil else { return }
        isLineOpen.with { $0 = true }
        console.error(Array("\r\(displayText(line))\u{1B}[K".utf8))
    }

    private func record(_ event: ModelEvent) {
        guard let log else { return }
        var transfer = LogEvent.ModelTransfer()
        switch event {
        case .started(let name, let resumedAt, let size):
            (transfer.bytes, transfer.total) = (resumedAt > 0 ? resumedAt : nil, size)
            log(.model(job: nil, name: name, outcome: "started", transfer))
        case .finished(let name, let model, let received, let span):
            (transfer.version, transfer.bytes, transfer.total) = (model.modelDigest, received, model.bytes)
            transfer.time = span
            log(.model(job: nil, name: name, outcome: "downloaded", transfer))
        case .failed(let name, _, let wait):
            transfer.wait = wait
            log(.model(job: nil, name: name, outcome: "failed", transfer))
        case .asking, .progress, .notModified, .usedCached, .waiting: break
        }
    }
}
