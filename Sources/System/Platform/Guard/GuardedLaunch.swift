/// A program that a guard starts, and what it may take.
package struct GuardedLaunch: Sendable {
    /// The program, absolute.
    package var program: FilePath
    /// Its arguments, without its own name.
    package var arguments: [String]
    /// The folder that it works in.
    package var folder: FilePath
    /// A folder of its own, which the guard removes with all that is in it once nothing of the program is left.
    package var privateFolder: FilePath
    /// All variables it gets.
    package var environment: [String: String]
    /// The most bytes of memory that it and all that it starts may have; nil: as much as there is.
    package var memory: Int64?

    /// A launch without a limit of memory.
    package init(
        _ program: FilePath, _ arguments: [String], in folder: FilePath, privateFolder: FilePath,
        environment: [String: String]
    ) {
        self.program = program
        self.arguments = arguments
        self.folder = folder
        self.privateFolder = privateFolder
        self.environment = environment
    }

    /// The words that the guard is started with, behind its own.
    var words: [String] {
        [text(of: folder), text(of: privateFolder), "\(memory ?? 0)", text(of: program)] + arguments
    }

    /// The launch that the guard's words tell of, in the variables that the guard was given; nil for other words.
    init?(words: [String]) {
        guard words.count >= 4, let bytes = Int64(words[2]) else { return nil }
        self.init(
            FilePath(words[3]), Array(words.dropFirst(4)), in: FilePath(words[0]), privateFolder: FilePath(words[1]),
            environment: environmentVariables())
        memory = bytes > 0 ? bytes : nil
    }
}

/// A path as a word of a command line.
private func text(of path: FilePath) -> String { String(decoding: path.bytes, as: UTF8.self) }
