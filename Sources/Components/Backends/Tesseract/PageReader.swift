internal import Tesseract
internal import Platform
internal import Domain

/// Reads pages in a child process, which is this program with a word that no user types.
///
/// A page on which the library crashes or does not end concerns the child process alone; the next page has a new one.
/// One page at a time.
package final class PageReader {
    /// The word that starts the child's part of this program.
    package static let word = "--page-reader"

    /// Why there is no page.
    enum Problem: Error {
        /// The child process cannot be started.
        case notStarted(SystemError)
        /// The child process ended while it loaded the languages.
        case notLoaded(ChildServer.Loss)
        /// The child process ended while it read the page.
        case notRead(ChildServer.Loss)
        /// The library refuses; in its own words.
        case refused(String)
    }

    private let child: ChildProcess
    private let loadMilliseconds: Int64
    private var server: ChildServer?

    /// A reader with the languages and limits of a plan; nothing is started yet.
    init(_ plan: TesseractPlan, _ trial: Trial, isInterrupted: @escaping @Sendable () -> Bool = { false })
        throws(BackendError)
    {
        child = try trial.child(
            [
                PageReader.word, plan.library.path.description, plan.data.folder.description,
                plan.settings.languages.joined(separator: "+"), "\(plan.settings.psm)", plan.settings.whitelist ?? "",
                "\(plan.settings.symbols)", "\(trial.memory)",
            ], variables: plan.searchPath, isInterrupted: isInterrupted)
        loadMilliseconds = trial.milliseconds
    }

    /// Starts the child process and loads the languages, where none runs.
    func load() throws(Problem) {
        guard server == nil else { return }
        let started: ChildServer
        do throws(SystemError) {
            started = try ChildServer(child)
        } catch {
            throw .notStarted(error)
        }
        let reply: [UInt8]
        do throws(ChildServer.Loss) {
            reply = try started.reply(to: [], [UInt8]().span, milliseconds: loadMilliseconds)
        } catch {
            throw .notLoaded(error)
        }
        guard reply.isEmpty else { throw .refused(String(decoding: reply, as: UTF8.self)) }
        server = started
    }

    /// Reads a page of one byte a pixel.
    ///
    /// - Parameter milliseconds: the longest that it may take.
    func read(_ pixels: Span<UInt8>, _ size: Size, milliseconds: Int64) throws(Problem) -> RecognizedPage {
        try load()
        var head: [UInt8] = []
        head.append(number: size.width)
        head.append(number: size.height)
        var reply: ArraySlice<UInt8> = []
        do throws(ChildServer.Loss) {
            reply = try server?.reply(to: head, pixels, milliseconds: milliseconds)[...] ?? []
        } catch {
            server = nil
            throw .notRead(error)
        }
        guard let isPage = reply.popFirst() else { throw .refused("libtesseract cannot read this page") }
        guard isPage == 1, let page = RecognizedPage(bytes: Array(reply)) else {
            throw .refused(String(decoding: reply, as: UTF8.self))
        }
        return page
    }
}
