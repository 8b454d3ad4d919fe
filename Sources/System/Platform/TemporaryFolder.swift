internal import CPlatform
internal import Glibc

/// A folder for files that only this process needs, in any of its threads: private (mode 0700), made at the first file,
/// and removed with all that is in it.
///
/// A process that is killed leaves it behind.
package final class TemporaryFolder: Sendable {
    private struct State {
        var path: FilePath?
        var files: Set<FilePath> = []
        var count = 0
        var isRemoved = false
    }

    private let parent: FilePath
    private let state = Monitor(State())

    /// A folder below another one, which must be there when the first file is written.
    package init(in parent: FilePath) { self.parent = parent }

    deinit { remove() }

    /// Writes a new file, for this user alone.
    ///
    /// - Parameter suffix: how its name ends, such as `.jpg`.
    /// - Returns: its path; the caller removes it when it needs it no more.
    package func write(_ bytes: Span<UInt8>, suffix: String) throws(SystemError) -> FilePath {
        let path = try newPath(suffix)
        guard let file = Descriptor.create(path, isPrivate: true) else { throw SystemError("write", path) }
        let problem = file.write(bytes)
        file.close()
        if let problem {
            remove(path)
            throw SystemError("write", path, number: problem.number)
        }
        return path
    }

    private func newPath(_ suffix: String) throws(SystemError) -> FilePath {
        let result = state.with { state -> Result<FilePath, SystemError> in
            // A thread that is late must not make it again.
            if state.isRemoved { return .failure(SystemError("write", parent, number: ECANCELED)) }
            if state.path == nil {
                do throws(SystemError) {
                    state.path = try TemporaryFolder.make(in: parent)
                } catch {
                    return .failure(error)
                }
            }
            state.count += 1
            let path = (state.path ?? parent).appending("\(state.count)\(suffix)")
            state.files.insert(path)
            return .success(path)
        }
        return try result.get()
    }

    /// Removes a file.
    package func remove(_ file: FilePath) {
        state.with { _ = $0.files.remove(file) }
        _ = unsafe withCPath(file) { unsafe unlink($0) }
    }

    /// Removes the folder and what is in it; nothing is written any more.
    package func remove() {
        let (folder, files) = state.with { state in
            state.isRemoved = true
            defer { (state.path, state.files) = (nil, []) }
            return (state.path, state.files)
        }
        for file in files { _ = unsafe withCPath(file) { unsafe unlink($0) } }
        if let folder { _ = unsafe withCPath(folder) { unsafe rmdir($0) } }
    }
}

extension TemporaryFolder {
    /// Makes a private folder below another one, under a name that nothing has; the caller removes it.
    package static func make(in parent: FilePath) throws(SystemError) -> FilePath {
        var template = parent.appending("cairn-XXXXXX").bytes + [0]
        let isMade = unsafe template.withUnsafeMutableBytes { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe text.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
            }
        }
        guard isMade else { throw SystemError("make a temporary folder in", parent) }
        return FilePath(bytes: template.dropLast())
    }
}

/// Removes a file, or a folder with all that is in it, as far as the system lets it; links are not followed.
func removeTree(_ path: FilePath) {
    guard unsafe withCPath(path, { unsafe unlink($0) }) != 0, lastError == EISDIR else { return }
    var names: [[UInt8]] = []
    if let folder = try? Directory(path) { while let entry = try? folder.next() { names.append(entry.name) } }
    for name in names { removeTree(path.appending(FilePath(bytes: name))) }
    _ = unsafe withCPath(path) { unsafe rmdir($0) }
}
