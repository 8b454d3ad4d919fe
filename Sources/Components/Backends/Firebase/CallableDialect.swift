internal import Platform
internal import Domain

/// What has been found out about a function, once for all slots: the form in which it takes its argument, and whether
/// its results can be read.
final class CallableDialect: Sendable {
    /// Whether the form is known.
    private enum DialectState {
        case unknown
        /// The first call is under way, and the others wait for it.
        case probing
        /// A call was made, or the manifest says it.
        case tried
    }

    private struct State {
        var form: ArgumentForm
        var state: DialectState
        var hasAnswered = false
        var unreadable = 0
    }

    /// The manifest's word on the form; nil: it is found out.
    private let said: ArgumentForm?
    private let state: Monitor<State>

    init(_ argument: FirebaseSettings.Argument) {
        switch argument {
        case .auto: said = nil
        case .object: said = .object
        case .string: said = .string
        }
        state = Monitor(State(form: said ?? .object, state: said == nil ? .unknown : .tried))
    }

    /// Makes a call in the form that the function takes, and where that turns out to be the other one, a second call.
    ///
    /// Where the form is not known yet, the first call finds it out, and the others wait for that one.
    ///
    /// - Parameters:
    ///   - again: asked before the second call; false: it is not made.
    ///   - send: makes a call in a form; nil where a further request was forbidden.
    /// - Returns: the last call; nil where `again`, or `send`, forbids a further one.
    func call(
        again: () -> Bool, _ send: (ArgumentForm) throws(BackendError) -> CallableReply?
    ) throws(BackendError) -> CallableReply? {
        let form = state.wait { state -> ArgumentForm? in
            switch state.state {
            case .probing: return nil
            case .unknown: state.state = .probing
            case .tried: break
            }
            return state.form
        }
        let first: CallableReply?
        do throws(BackendError) { first = try send(form) } catch {
            learn(from: nil, in: form)
            throw error
        }
        let next = learn(from: first, in: form)
        guard first?.complaint != nil, said == nil else { return first }
        return again() ? try send(next) : nil
    }

    /// Notes what a call tells of the form, and wakes the threads that wait for it; returns the form of the next call.
    ///
    /// Once only, whatever becomes of it: a function that is away must not be asked by one after the other.
    @discardableResult
    private func learn(from call: CallableReply?, in form: ArgumentForm) -> ArgumentForm {
        let isRefused = said == nil && call?.complaint != nil
        return state.with { state in
            state.state = .tried
            // Another may have found out the same meanwhile.
            if isRefused, state.form == form { state.form = form.other }
            return state.form
        }
    }

    /// Whether a result could be read.
    var hasAnswered: Bool { state.with { $0.hasAnswered } }

    /// Notes that a result could be read.
    func sawAnswer() { state.with { $0.hasAnswered = true } }

    /// Notes a result that cannot be read; whether that must be taken for the function's way.
    ///
    /// One may be an accident and concerns one image. When two came and none was ever readable, every further image
    /// would only be paid for.
    func sawUnreadable() -> Bool {
        state.with { state in
            state.unreadable += 1
            return !state.hasAnswered && state.unreadable > 1
        }
    }
}
