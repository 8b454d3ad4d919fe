internal import Manifest
internal import Platform
internal import Storage
internal import Domain

extension CommandContext {
    /// Why a store cannot be opened; where none is at the usual place and the folder's only manifest names another one,
    /// the same command with that one.
    func explain(_ error: StoreError) -> CommandFailure {
        guard error.kind == .cannotOpen, common.storeSource == .usual, stores.newStore(at: common.store) != nil,
            let (manifest, store) = onlyManifestWithStore()
        else { return error.commandFailure }
        return CommandFailure(
            "there is no store \(common.store) here; \(manifest) uses another one:", .store,
            steps: [typed(with: "--store \(Hints.quoted(store))")])
    }

    /// The only manifest in the current folder, and the store that it names, where that is there.
    private func onlyManifestWithStore() -> (manifest: FilePath, store: FilePath)? {
        guard let here = try? FilePath.currentFolder(), let folder = try? Directory(here) else { return nil }
        var found: [(name: FilePath, job: Job)] = []
        while let entry = try? folder.next() {
            let name = FilePath(bytes: entry.name)
            guard ["yaml", "yml", "json"].contains(name.fileExtension), let job = job(in: here.appending(name)) else {
                continue
            }
            found.append((name, job))
            if found.count > 1 { return nil }
        }
        guard let only = found.first, let store = only.job.store,
            stores.newStore(at: StoreLocation(store)) == nil
        else { return nil }
        return (only.name, store.relative(to: here) ?? store)
    }

    /// The job of a manifest; nil for any other file.
    private func job(in file: FilePath) -> Job? {
        let buffer = FileBuffer()
        guard (try? buffer.read(file, limit: 1 << 20)) != nil else { return nil }
        return ManifestReader.examine(buffer.copy, file: file, workingDirectory: file.directory).job
    }
}
