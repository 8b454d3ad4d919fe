internal import Crypto
internal import Domain
internal import Platform
internal import Services

/// The files that the words of `run` name.
struct CommandFiles {
    private let settings: CommandSettings
    /// The files beside the manifest, or in folders beside it, that words of `run` name, each once.
    let beside: [FilePath]

    init(_ settings: CommandSettings) {
        self.settings = settings
        var beside: [FilePath] = []
        for word in settings.run where !word.isEmpty {
            let file = CommandFiles.file(word, in: settings)
            if file.relative(to: settings.folder) != nil, CommandFiles.isFile(file), !beside.contains(file) {
                beside.append(file)
            }
        }
        self.beside = beside
    }

    /// The program: a path from the manifest's folder, a file beside the manifest, or a name in one of the folders of
    /// `PATH`.
    func program(among path: String?) throws(BackendError) -> FilePath {
        let word = settings.run.first ?? ""
        let own = CommandFiles.file(word, in: settings)
        if word.contains("/") {
            guard CommandFiles.isFile(own) else {
                throw .absent(
                    key: "backend.run", reason: "there is no program \(own); paths begin in the manifest's folder")
            }
            return try executable(own)
        }
        // In a folder that others write into, one of theirs does not take the place of a program of the system.
        if CommandFiles.isFile(own), own.isOwn { return try executable(own) }
        let folders = (path ?? defaultPath).split(separator: ":").map { FilePath(String($0)) }
        let programs = folders.map { $0.appending(word) }
        guard let found = programs.first(where: { CommandFiles.isFile($0) && isExecutable($0) }) else {
            throw .absent(
                key: "backend.run",
                reason: "there is no program \(word), neither beside the manifest nor in a folder of PATH; "
                    + "install it, or write its path")
        }
        return found
    }

    /// The files beside the manifest, with the SHA-256 of each.
    func digests() throws(BackendError) -> [(name: String, digest: Digest)] {
        var digests: [(name: String, digest: Digest)] = []
        for file in beside {
            do throws(SystemError) {
                let reader = try FileReader(file)
                var hash = SHA256()
                while case let bytes = try reader.next(), !bytes.isEmpty { hash.update(bytes.span) }
                digests.append((CommandFiles.name(of: String(decoding: file.bytes, as: UTF8.self)), hash.finish()))
            } catch {
                throw .unusable(key: "backend.run", reason: error.sentence)
            }
        }
        return digests
    }

    /// The words as a recipe has them: where the program and the files beside the manifest lie is not a part of what
    /// answers; every other word is.
    var names: [String] {
        settings.run.enumerated().map { index, word in
            let isMoved = index == 0 || beside.contains(CommandFiles.file(word, in: settings))
            return isMoved ? CommandFiles.name(of: word) : word
        }
    }

    private static func name(of word: String) -> String {
        word.contains("/") ? String(word.split(separator: "/").last ?? "/") : word
    }

    /// What a word names where it is a path.
    private static func file(_ word: String, in settings: CommandSettings) -> FilePath {
        settings.folder.appending(FilePath(word)).shortened
    }

    private static func isFile(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .file }

    private func isExecutable(_ path: FilePath) -> Bool { ((try? FileStatus(of: path))?.mode ?? 0) & 0o111 != 0 }

    private func executable(_ path: FilePath) throws(BackendError) -> FilePath {
        guard isExecutable(path) else {
            throw .unusable(
                key: "backend.run",
                reason: "\(path) may not be executed; run `chmod +x \(path)`, or name what runs it before it, "
                    + "such as [python3, \(path.name)]")
        }
        return path
    }
}

extension FileStatus {
    /// Whether it belongs to this user or to root.
    var isOwn: Bool { [0, userNumber()].contains(owner) }
}

extension FilePath {
    /// Whether it is there and belongs to this user or to root.
    var isOwn: Bool { (try? FileStatus(of: self))?.isOwn ?? false }
}

/// What execvp(3) takes where there is no PATH.
private let defaultPath = "/usr/local/bin:/usr/bin:/bin"
