import Glibc

/// Says which case it was when the process dies of a signal, or when one case takes too long.
///
/// The words go to standard output, by `write` alone: nothing else may be called from a signal's handler.
enum Watch {
    /// The ticks, of ten seconds each, after which one case counts as a hang.
    private static let ticks = 3

    /// Begins to watch.
    ///
    /// - Parameter name: what the words name before the index: `responses seed 1`.
    static func begin(_ name: String) {
        let bytes = Array(name.utf8)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + digits)
        for (place, byte) in bytes.enumerated() { room[place] = byte }
        (words, length) = (room, bytes.count)
        // A stack of its own, so that a stack that is used up is reported, too.
        var stack = stack_t(ss_sp: malloc(1 << 16), ss_flags: 0, ss_size: 1 << 16)
        sigaltstack(&stack, nil)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { handle(number) { Watch.died($0) } }
        handle(SIGALRM) { _ in Watch.tick() }
        var timer = itimerval(
            it_interval: timeval(tv_sec: 10, tv_usec: 0), it_value: timeval(tv_sec: 10, tv_usec: 0))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }

    private static func handle(_ number: Int32, _ body: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = body
        action.sa_flags = SA_ONSTACK | SA_RESTART
        sigaction(number, &action, nil)
    }

    private static func died(_ number: Int32) {
        write("DIED of signal ", Int(number))
        signal(number, SIG_DFL)
        raise(number)
    }

    private static func tick() {
        if current != seen {
            (seen, still) = (current, 0)
            return
        }
        still += 1
        if still < ticks { return }
        write("HUNG for seconds ", still * 10)
        _exit(4)
    }

    /// `DIED of signal 4: responses seed 1 index 77`.
    private static func write(_ what: StaticString, _ number: Int) {
        _ = Glibc.write(1, what.utf8Start, what.utf8CodeUnitCount)
        put(number)
        _ = Glibc.write(1, ": ", 2)
        _ = Glibc.write(1, words, length)
        _ = Glibc.write(1, " index ", 7)
        put(current)
        _ = Glibc.write(1, "\n", 1)
    }

    private static func put(_ number: Int) {
        guard let room = words.map({ $0 + length }) else { return }
        var (rest, place) = (number, digits)
        repeat {
            place -= 1
            room[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        _ = Glibc.write(1, room + place, digits - place)
    }
}

/// The case that runs now; written by the only thread there is, and read by its signal handlers.
nonisolated(unsafe) var current = 0
private nonisolated(unsafe) var seen = -1
/// Room for the digits of a number.
private let digits = 24
private nonisolated(unsafe) var still = 0
private nonisolated(unsafe) var length = 0
private nonisolated(unsafe) var words: UnsafeMutablePointer<UInt8>?
