internal import Synchronization
internal import Vocabulary

/// What has been found out about a function, once for all slots: the form in which it takes its argument, and whether its
/// results can be read.
final class Understanding: Sendable {
    private struct State {
        var form: ArgumentForm
        /// Whether somebody has asked, or the manifest says it.
        var isTried: Bool
        var hasAnswered = false
        var unreadable = 0
    }

    /// The manifest's word on the form; nil: it is found out.
    private let said: ArgumentForm?
    private let state: Mutex<State>

    init(_ argument: FirebaseSettings.Argument) {
        switch argument {
        case .auto: said = nil
        case .object: said = .object
        case .string: said = .string
        }
        state = Mutex(State(form: said ?? .object, isTried: said != nil))
    }

    /// Makes a call in the form that the function takes.
    ///
    /// Where the form is not known yet, the first call finds it out, and the others wait for that one.
    ///
    /// - Parameter ask: makes a call in a form.
    func call(_ ask: (ArgumentForm) throws(BackendError) -> Call) throws(BackendError) -> Call {
        let first = try state.withLock { state throws(BackendError) -> Call? in
            guard !state.isTried else { return nil }
            // Once only, whatever becomes of it: a function that is away must not be asked by one after the other.
            state.isTried = true
            let call = try ask(state.form)
            guard call.complaint != nil else { return call }
            state.form = state.form.other
            return try ask(state.form)
        }
        if let first { return first }
        let form = state.withLock { $0.form }
        let call = try ask(form)
        guard call.complaint != nil, said == nil else { return call }
        let other = state.withLock { state in
            // Another may have found out the same meanwhile.
            if state.form == form { state.form = form.other }
            return state.form
        }
        return try ask(other)
    }

    /// Notes that a result could be read.
    func sawAnswer() { state.withLock { $0.hasAnswered = true } }

    /// Notes a result that cannot be read; whether that must be taken for the function's way.
    ///
    /// One may be an accident and concerns one image. When several came and none was ever readable, every further image would
    /// only be paid for.
    func sawUnreadable() -> Bool {
        state.withLock { state in
            state.unreadable += 1
            return !state.hasAnswered && state.unreadable > 3
        }
    }
}
