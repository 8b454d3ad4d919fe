/// `backend: {kind: command}`: a program of the user's own, one JSON line in and one out.
package struct CommandSettings: Equatable, Sendable {
    /// The program and its arguments; no shell reads them.
    package var run: [String]
    /// How many images are handed over at once.
    package var batch = 1

    /// Settings with the program only.
    package init(run: [String]) {
        self.run = run
    }
}
