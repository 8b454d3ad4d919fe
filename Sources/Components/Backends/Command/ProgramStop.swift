internal import Domain
internal import Platform
internal import Text

/// Why a program gives no further results.
enum ProgramStop: Error {
    /// It ended, and it may be because of the picture whose turn it was; a clause.
    case crash(String)
    /// It was ended because of the picture whose turn it was.
    case failure(Failure)
    /// It cannot answer at present, and may later: exit status 75 (EX_TEMPFAIL).
    case busy(String)
    /// It says that it can answer nothing at all, or cannot be used; the words say why.
    case stop(String)
    /// It ended between two pictures.
    case idle(String)
    /// The user does not want to wait for its start.
    case interrupted
}

extension ProgramStop {
    /// That the program was ended because of a picture.
    init(code: String, _ message: String) {
        self = .failure(
            Failure(stage: .annotate, kind: .model, code: code, message: message, isTransient: true))
    }

    /// What the end of a process means.
    ///
    /// - Parameters:
    ///   - words: its last words, behind a colon.
    ///   - isIdle: whether it had no picture to answer.
    init(_ end: ProgramEnd, of plan: CommandPlan, _ words: String, isIdle: Bool) {
        let reason: String
        switch end {
        case .exited(75):
            self = .busy("\(plan.name) ended with status 75, try again later\(words)")
            return
        case .exited(78):
            self = .stop("\(plan.name) ended with status 78, it is not set up\(words)")
            return
        case .notStarted(let number):
            self = .stop(SystemError("start", plan.program, number: number).sentence)
            return
        case .exited(let status): reason = "\(plan.name) ended with status \(status)\(words)"
        case .killed(let signal): reason = "\(plan.name) was ended by \(signalName(signal))\(words)"
        case .lost: reason = "the process that guards \(plan.name) was ended"
        case .tooLarge:
            reason =
                "\(plan.name) took more memory than \(HumanFormat.bytes(plan.settings.memory ?? 0)) (backend.memory)"
            if !isIdle {
                self.init(code: "MEMORY", reason)
                return
            }
        }
        self = isIdle ? .idle(reason) : .crash(reason)
    }
}

extension GuardedProgram {
    /// The last line of standard error, behind a colon.
    var lastWords: String { lastErrors.last(1).first.map { ": \(readable($0))" } ?? "" }
}
