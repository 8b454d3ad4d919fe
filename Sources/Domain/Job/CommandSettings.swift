package import Platform

/// `backend: {kind: command}`: a program of the user's own, which takes and gives JSON lines.
package struct CommandSettings: Equatable, Sendable {
    /// How the program gets a picture.
    package enum Images: String, CaseIterable, Sendable {
        /// As the path of a file.
        case path
        /// As text in the line itself.
        case base64
    }

    /// The program and its arguments; no shell reads them.
    package var run: [String]
    /// The manifest's folder: the program works there, and its files are looked for there.
    package var folder: FilePath
    /// What the program is known by; nil: by its files beside the manifest.
    package var version: String?
    package var images = Images.path
    /// What is handed over with each picture, a JSON object.
    package var parameters = "{}"
    /// How many pictures are handed over at once.
    package var batch = 1
    /// How many of the program work beside each other.
    package var processes = 1
    /// The longest until the program is ready.
    package var start = TimeSpan.seconds(60)
    /// The most bytes of memory that one of them may have with all that it starts; nil: as much as there is.
    package var memory: Int64?

    /// Settings with the program only.
    package init(run: [String], folder: FilePath) {
        self.run = run
        self.folder = folder
    }
}
