internal import Domain
internal import Platform
internal import Services
internal import Text

/// A process of the program that has said hello.
final class CommandProgram {
    private let backend: CommandBackend
    private let program: GuardedProgram
    private let hello: ProgramHello
    private var lastID = 0
    /// Whether it has given a result.
    private(set) var hasAnswered = false

    private var plan: CommandPlan { backend.plan }
    private var timeout: TimeSpan { backend.environment.timeout }
    /// The most pictures at once.
    var batch: Int { min(plan.settings.batch, hello.batch ?? .max) }

    /// Starts the program and waits for its first line.
    init(_ backend: CommandBackend) throws(ProgramStop) {
        self.backend = backend
        do throws(SystemError) { program = try backend.start() } catch { throw .stop(error.sentence) }
        do throws(ProgramStop) {
            hello = try CommandProgram.hello(of: program, backend)
        } catch {
            program.finish(isOrdered: true)
            throw error
        }
    }

    /// Waits for the first line.
    private static func hello(
        of program: GuardedProgram, _ backend: CommandBackend
    ) throws(ProgramStop) -> ProgramHello {
        let (name, start) = (backend.plan.name, backend.plan.settings.start)
        let end = monotonicMilliseconds() + start.milliseconds
        while true {
            if backend.environment.isInterrupted() { throw .interrupted }
            switch program.next(within: min(lookInterval, max(0, end - monotonicMilliseconds()))) {
            case .line(let line):
                do throws(ProtocolBreach) { return try ProgramHello(line) } catch {
                    throw .stop("\(name): \(error.reason)")
                }
            case .silence:
                guard monotonicMilliseconds() >= end else { continue }
                throw .idle(
                    "\(name) has not said {\"cairn\": 1} within \(start.secondsText) (backend.start)"
                        + program.lastWords)
            case .ended(let end): throw ProgramStop(end, of: backend.plan, program.lastWords, isIdle: true)
            case .lineTooLong: throw .stop("\(name): its first line is longer than 16 MiB")
            case .deaf, .hasRoom: continue
            }
        }
    }

    /// Lets the program end, or ends it at once.
    func finish(isOrdered: Bool) { program.finish(isOrdered: isOrdered) }

    /// Whether it still is as it was after its last result, but for signs that it lives.
    func checkIdle() throws(ProgramStop) {
        for _ in 0..<maxIdleLines {
            switch program.next(within: 0) {
            case .ended(let end): throw ProgramStop(end, of: plan, program.lastWords, isIdle: true)
            case .deaf: throw .idle("\(plan.name) has closed its standard input")
            case .silence, .hasRoom: return
            case .lineTooLong: throw .idle("\(plan.name) wrote a line that nothing asked")
            case .line(let line):
                let read: ProgramLine
                do throws(ProtocolBreach) { read = try ProgramLine(line) } catch {
                    throw .idle("\(plan.name): \(error.reason)")
                }
                switch read {
                case .alive: continue
                case .stop(let words): throw .stop("\(plan.name) says: \(words)")
                case .result: throw .idle("\(plan.name) wrote a result that nothing asked")
                }
            }
        }
        throw .idle("\(plan.name) wrote \(HumanFormat.grouped(maxIdleLines)) lines that nothing asked")
    }

    /// Asks for some pictures, as many as `batch` at most.
    ///
    /// - Parameter results: gets each result, in the order of the pictures.
    /// - Throws: why there are no further ones; the next picture is the one whose turn it was.
    func ask(_ images: ArraySlice<PreparedImage>, results: (ProgramResult) -> Void) throws(ProgramStop) {
        let first = lastID + 1
        lastID += images.count
        var files: [Int: FilePath] = [:]
        defer { for file in files.values { removeFile(file) } }
        var (sent, turn) = (first, first)
        var (turnStart, lastSign) = (monotonicMilliseconds(), monotonicMilliseconds())
        while turn <= lastID {
            while sent <= lastID, !program.isSending {
                let image = images[images.startIndex + sent - first]
                if plan.settings.images == .path { files[sent] = try write(image, id: sent) }
                let picture = ProgramPicture(
                    image, id: sent, file: files[sent], plan, timeout: timeout, isLast: sent == lastID)
                program.send(picture.line)
                sent += 1
            }
            let last = turnStart + 10 * timeout.milliseconds
            let end = min(lastSign + timeout.milliseconds, last)
            switch program.next(within: max(0, end - monotonicMilliseconds())) {
            case .line(let line):
                lastSign = monotonicMilliseconds()
                guard let result = try read(line, turn: turn < sent ? turn : nil) else {
                    if lastSign >= last { throw tooLate }
                    continue
                }
                files.removeValue(forKey: turn).map { _ = removeFile($0) }
                (turn, turnStart, hasAnswered) = (turn + 1, lastSign, true)
                results(result)
            case .silence:
                guard monotonicMilliseconds() >= end else { continue }
                throw tooLate
            case .hasRoom: continue
            case .deaf: throw .crash("\(plan.name) has closed its standard input\(program.lastWords)")
            case .lineTooLong: throw ProgramStop(code: "PROTOCOL", "\(plan.name) wrote a line longer than 16 MiB")
            case .ended(let end): throw ProgramStop(end, of: plan, program.lastWords, isIdle: false)
            }
        }
    }

    private var tooLate: ProgramStop {
        ProgramStop(
            code: "TIMEOUT",
            "\(plan.name) gave no result within \(timeout.secondsText) (retry.timeout); where it needs longer, "
                + "it may write {\"alive\": true} meanwhile, ten times as long at most\(program.lastWords)")
    }

    /// The result of a line; nil of one that says only that the program lives.
    ///
    /// - Parameter turn: the number that a result must have; nil: none may come.
    private func read(_ line: [UInt8], turn: Int?) throws(ProgramStop) -> ProgramResult? {
        let read: ProgramLine
        do throws(ProtocolBreach) {
            read = try ProgramLine(line)
            if case .result(let id, _) = read, id != turn {
                throw ProtocolBreach(
                    turn.map { "a result of picture \(id) came where that of \($0) was due" }
                        ?? "a result came before its picture was sent")
            }
        } catch {
            throw ProgramStop(code: "PROTOCOL", "\(plan.name): \(error.reason)")
        }
        switch read {
        case .alive: return nil
        case .stop(let words): throw .stop("\(plan.name) says: \(words)")
        case .result(_, let result): return result
        }
    }

    private func write(_ image: borrowing PreparedImage, id: Int) throws(ProgramStop) -> FilePath {
        let path = program.privateFolder.appending("\(id).\(ProgramPicture.type(of: image.encoded))")
        guard let file = Descriptor.create(path, isPrivate: true) else {
            throw .idle("the file of a picture cannot be made: \(SystemError("write", path).sentence)")
        }
        let problem = file.write(image.encoded)
        file.close()
        if let problem { throw .idle("the file of a picture cannot be written: \(problem.sentence)") }
        return path
    }

    /// The version that it says it has.
    var version: String? { hello.version }
}

/// The most lines between two pictures: an hour of one in a second is fewer.
private let maxIdleLines = 10_000

/// Milliseconds between looks at whether the user waits no more.
private let lookInterval: Int64 = 100
