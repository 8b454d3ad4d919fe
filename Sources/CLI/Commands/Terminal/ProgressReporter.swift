internal import Manifest
internal import Platform
internal import Storage
internal import Submitting
internal import Working
internal import Text
internal import Domain

/// Tells people how far long work is: one line that is written over on a terminal, plain lines now and then elsewhere.
final class ProgressReporter {
    private let console: Console
    private let isQuiet: Bool
    /// Completes the commands in every sentence.
    var hints: Hints
    private var isLineOpen = false
    private var schedule: LineSchedule
    private var noticed: Set<String> = []
    private var lastPause = Timestamp(milliseconds: 0)

    init(_ console: Console, isQuiet: Bool, hints: Hints) {
        self.console = console
        self.hints = hints
        self.isQuiet = isQuiet
        schedule = LineSchedule(start: monotonicMilliseconds())
    }

    /// Tells how far a submission is.
    func handle(_ progress: SubmitProgress) {
        switch progress {
        case .notice(let words): sayOnce(words)
        case .finding(let found, let queued):
            show("\(HumanFormat.count(found, "file")) found, \(HumanFormat.grouped(queued)) queued")
        }
    }

    /// Tells how far the work on runs is.
    func handle(_ progress: WorkProgress) {
        switch progress {
        case .notice(let words): sayOnce(words)
        case .stopped(let totals, let reason):
            let stay = totals.queued == 1 ? "stays" : "stay"
            let images = "\(HumanFormat.count(totals.queued, "image")) \(stay) queued"
            guard let reason else { return say("run \(totals.run.value) stopped; \(images)") }
            warn("run \(totals.run.value) stopped: \(reason); \(images)", .failure)
        case .onHold(let account, let end): report(pauseOf: account, until: end)
        case .working(let progress):
            let line = ProgressLine(of: progress, at: Timestamp(milliseconds: wallMilliseconds()))
            let columns = console.errorColumns.map { $0 - 1 }
            show(line.text(columns: columns), styled: line.text(columns: columns, usesColor: console.errorUsesColor))
        }
    }

    /// Tells how far the checks of a store are.
    func handle(check done: Int, of all: Int) {
        show("checking the store: \(done) of \(HumanFormat.count(all, "check"))")
    }

    /// Says once that a service has asked for a pause that a person would notice.
    private func report(pauseOf account: String, until end: Timestamp) {
        let rest = end.milliseconds - wallMilliseconds()
        guard rest >= minReportedPause, end.milliseconds >= lastPause.milliseconds + minReportedPause else { return }
        lastPause = end
        say(
            "the service asked for a pause: account \(account) sends nothing until \(HumanFormat.moment(end)) (in \(HumanFormat.duration(TimeSpan(milliseconds: rest))))"
        )
    }

    /// Says what `run` may hear twice: while it submits, and when it begins the work.
    private func sayOnce(_ words: String) {
        // Beyond this many there is no line that a person would miss.
        if noticed.count < 100, !noticed.insert(words).inserted { return }
        say(words)
    }

    /// Writes one line of words, unless only errors are wanted.
    func say(_ line: String) {
        guard !isQuiet else { return }
        warn(line)
    }

    /// Writes one line of words that `--quiet` does not silence: what failed, what stopped, why the exit code is not 0.
    func warn(_ line: String, _ mark: TextStyle? = nil) {
        close()
        console.say(displayText(hints.completed(line)), mark)
    }

    /// Writes a command below the sentence that it belongs to, unless only errors are wanted.
    func say(command: String) {
        if !isQuiet { show(command: command) }
    }

    /// Writes a command below the sentence that it belongs to, with the store, to be pasted.
    func show(command: String) {
        close()
        console.show(command: displayText(hints.command(command)))
    }

    /// Writes what is wrong, always; a line that begins with its place in a file stays so, for editors to find it.
    func report(_ failure: CommandFailure) {
        close()
        if !failure.sentence.isEmpty { console.say("cairn: \(hints.completed(failure.sentence))", .failure) }
        for diagnostic in failure.diagnostics {
            console.say(displayText(hints.completed(diagnostic.description)), .failure)
        }
        for step in failure.steps { console.show(command: displayText(hints.completed(step))) }
    }

    /// Takes the progress line off the terminal.
    func close() {
        guard isLineOpen else { return }
        isLineOpen = false
        console.error(Array("\r\u{1B}[K".utf8))
    }

    /// - Parameter styled: the line with its colors, escaped; nil: it has none.
    private func show(_ line: String, styled: String? = nil) {
        guard !isQuiet else { return }
        if console.errorColumns != nil {
            console.error(Array("\r\(styled ?? displayText(line))\u{1B}[K".utf8))
            isLineOpen = true
        } else if schedule.isLineDue(at: monotonicMilliseconds()) {
            console.say(line)
        }
    }
}

/// Milliseconds; shorter pauses pass unnoticed.
private let minReportedPause: Int64 = 5000
