package import Platform
internal import Text

/// Where a command writes: data to one side, words for people to the other.
///
/// Words may quote what came from files, stores, services and arguments: nothing in them reaches a terminal that moves
/// its cursor or changes it. Only the bytes of `output` and `error` go out as they are, but for the signatures of
/// addresses: readers of a screen, a mail or an export do not get them.
package struct Console: Sendable {
    /// Takes bytes for standard output.
    package let output: @Sendable ([UInt8]) -> Void
    /// Takes bytes for standard error.
    package let error: @Sendable ([UInt8]) -> Void
    /// Columns of the terminal behind standard output; nil where it is none.
    package let outputColumns: Int?
    /// Columns of the terminal behind standard error; nil where it is none, or one on which no line can be written
    /// over.
    package let errorColumns: Int?
    /// Whether marks on standard output are painted.
    package let outputUsesColor: Bool
    /// Whether marks on standard error are painted.
    package let errorUsesColor: Bool
    /// Whether a person can be asked: standard input is a terminal.
    package let isInteractive: Bool
    /// Takes a line from standard input; nil where there is none any more, or the condition comes true.
    private let readLine: @Sendable (_ isOver: () -> Bool) -> String?
    /// The program that answers `ModelTrial.word` and `PageReader.word` in children; nil in a test's own process.
    package let trialProgram: FilePath?
    /// The size of the terminal behind standard output as it is now, which people change; nil where it is none.
    package let outputSize: @Sendable () -> (columns: Int, rows: Int)?

    /// A console.
    package init(
        output: @escaping @Sendable ([UInt8]) -> Void, error: @escaping @Sendable ([UInt8]) -> Void,
        outputColumns: Int? = nil, errorColumns: Int? = nil, outputUsesColor: Bool = false,
        errorUsesColor: Bool = false,
        isInteractive: Bool = false, readLine: @escaping @Sendable (_ isOver: () -> Bool) -> String? = { _ in nil },
        trialProgram: FilePath? = nil,
        outputSize: @escaping @Sendable () -> (columns: Int, rows: Int)? = { nil }
    ) {
        self.output = { output(SignedAddress.masked($0)) }
        self.error = { error(SignedAddress.masked($0)) }
        self.outputColumns = outputColumns
        self.errorColumns = errorColumns
        self.outputUsesColor = outputUsesColor
        self.errorUsesColor = errorUsesColor
        self.isInteractive = isInteractive
        self.readLine = readLine
        self.trialProgram = trialProgram
        self.outputSize = outputSize
    }

    /// Writes data: as it is into a file or a pipe, line by line for the eye on a terminal.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        output(outputColumns == nil ? bytes : Array(displayText(bytes, keepingLines: true).utf8))
    }

    /// Asks a person at the terminal for a line; nil where there is none any more.
    func answer(to question: String) -> String? {
        ask(question)
        return readLine({ false })?.filter { !$0.isWhitespace }
    }

    /// Asks a person at the terminal; answers whether it may be done: only `y` and `yes` say so.
    ///
    /// - Parameters:
    ///   - question: ends with a question mark.
    ///   - isOver: whether the answer is not waited for any more.
    func confirms(_ question: String, until isOver: () -> Bool = { false }) -> Bool {
        ask("\(question) [y/N]")
        return ["y", "yes"].contains(readLine(isOver)?.filter { !$0.isWhitespace }.lowercased())
    }

    /// Writes a question, behind whose last line the answer is typed.
    private func ask(_ question: String) {
        let lines = lines(of: displayText(Array(question.utf8), keepingLines: true))
        error(Array((lines.joined(separator: "\n") + " ").utf8))
    }

    /// A line as the terminal shows it: in several lines where it is too narrow.
    private func lines(of line: String) -> [String] {
        guard let errorColumns else { return [line] }
        return Wrapping.lines(
            line, to: max(1, errorColumns - 1), indent: line.prefix { $0 == " " }.count + 2, .commands)
    }

    /// Writes words in the place of a progress line, from any thread.
    func interrupt(with words: String) {
        error(Array((errorColumns == nil ? "\n" : "\r\u{1B}[K").utf8))
        say(words)
    }

    /// Writes a line of words, painted where it is marked and the terminal shows colors; a terminal that is too narrow
    /// gets several lines, broken at blanks, with each command on a line of its own.
    package func say(_ line: String, _ mark: TextStyle? = nil) {
        let text = displayText(Array(line.utf8), keepingLines: true)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            for part in lines(of: line) {
                error(Array((errorUsesColor ? mark?.styled(part) ?? part : part).utf8) + [0x0A])
            }
        }
    }

    /// Writes a command on a line of its own, whole.
    func show(command: String) { error(Array("  \(command)\n".utf8)) }
}
