internal import Platform
internal import Domain

/// Events that wait to be written, shared by the threads that add them and the queue that writes.
struct Incoming: Sendable {
    /// What became of an event.
    enum Order: Sendable {
        /// It is in memory; a write is on its way, or is due now or soon.
        case kept, writeSoon, writeNow
        /// It is lost.
        case lost
    }

    /// Whether the system refuses what is written.
    var isFailing = false
    /// Whether no further write will be.
    var isClosed = false

    private let pid: Int32
    private var lines: LogLines
    /// Bytes and lines that were taken out and are not written yet.
    private var takenBytes = 0, takenCount = 0
    /// Whether a write is due soon; whether one is due now.
    private var isArmed = false, isUrgent = false
    /// Whether the disk did not answer when an event last waited for it.
    private var isStuck = false
    /// Events that were not kept; those of them whose line waits.
    private var lost = 0, told = 0

    init(pid: Int32) {
        self.pid = pid
        lines = LogLines(pid: pid)
    }

    /// How many events are in no file, and in no event `lost`.
    var unwritten: Int { takenCount + lines.count + lost + told - (told > 0 ? 1 : 0) }

    /// Adds an event; nil where it is worth to wait for room.
    mutating func add(_ event: LogEvent, at now: Timestamp) -> Order? {
        let isFull = takenBytes + lines.bytes.count >= maxKept
        if isFull, lost == 0, !isFailing, !isStuck, !isClosed { return nil }
        // After the first lost line all are lost until that is reported, so that the lines stay in order.
        guard !isFull, lost == 0 else {
            lost += 1
            return .lost
        }
        lines.add(event, at: now)
        if lines.bytes.count >= enough, !isUrgent, !isFailing {
            isUrgent = true
            return .writeNow
        }
        return arm() ? .writeSoon : .kept
    }

    /// Gives an event up for which there was no room in time.
    mutating func lose() {
        isStuck = true
        lost += 1
    }

    /// Takes the lines out.
    mutating func take() -> (bytes: [UInt8], count: Int) {
        (isArmed, isUrgent) = (false, false)
        let taken = lines
        lines = LogLines(pid: pid)
        takenBytes += taken.bytes.count
        takenCount += taken.count
        return (taken.bytes, taken.count)
    }

    /// The line about events that were lost; nil where none were.
    mutating func takeLost(_ code: String?, at now: Timestamp) -> [UInt8]? {
        guard lost > 0 else { return nil }
        var line = LogLines(pid: pid)
        line.add(.lost(count: lost, code: code ?? "SLOW"), at: now)
        (told, lost) = (lost, 0)
        takenBytes += line.bytes.count
        takenCount += 1
        return line.bytes
    }

    /// Hears what is left of what was taken out; answers whether another write is to be made soon.
    mutating func left(_ rest: LogBuffer.Rest) -> Bool {
        (takenBytes, takenCount, isFailing, isStuck) = (rest.bytes, rest.lines, rest.isRefused, false)
        if rest.lines == 0 { told = 0 }
        return rest.lines > 0 && arm()
    }

    private mutating func arm() -> Bool {
        defer { isArmed = true }
        return !isArmed && !isClosed
    }
}

/// Bytes that wait at most.
private let maxKept = 1 << 20
/// Bytes that are written without waiting for more.
private let enough = 1 << 16
