internal import Domain
internal import Platform
internal import Storage
internal import Text

extension CommandContext {
    /// The manifest that a word of the command line names; `-` is standard input.
    ///
    /// The word is a file, or the name of a job of the store, whose manifest is read where it lies.
    func manifestFile(_ name: FilePath) throws(CommandFailure) -> (file: FilePath, isOfStore: Bool) {
        guard name != standardInputName else { return (name, false) }
        let status = try? FileStatus(of: name)
        // A job is often called as the folder of its pictures.
        if status == nil || status?.kind == .folder, let file = try manifestFile(ofJob: name) { return (file, true) }
        guard let status else {
            guard let near = nearManifest(to: name) else { return (name, false) }
            throw CommandFailure("there is no manifest \(name); did you mean \(near)?", .badInput)
        }
        let word = Hints.quoted(name)
        switch status.kind {
        case .folder:
            if let near = manifest(beside: name) {
                throw CommandFailure("\(name) is a folder; did you mean \(near)?", .badInput)
            }
            throw CommandFailure(
                "\(name) is a folder, and a job is described by a manifest; this writes one:", .badInput,
                steps: ["cairn init \(word)"])
        case .other:
            throw CommandFailure(
                "\(name) is a pipe or a device, not a file, so its paths have no folder to start in; "
                    + "write - for standard input, from which they start in the current folder", .badInput)
        case .file: break
        }
        guard let kind = kind(of: name), kind.isPicture else { return (name, false) }
        let folder = name.directory.bytes.isEmpty ? FilePath(".") : name.directory
        throw CommandFailure(
            "\(name) is \(kind.name), and a job is described by a manifest; this writes one for its folder:", .badInput,
            steps: ["cairn init \(Hints.quoted(folder))"])
    }

    /// What a file is by its first bytes.
    private func kind(of file: FilePath) -> FileKind? {
        guard let open = Descriptor.reading(file) else { return nil }
        defer { open.close() }
        return (try? open.read()).flatMap { FileKind($0) }
    }

    /// The file of a name with the ending of a manifest, or with another one.
    private func manifest(beside name: FilePath) -> FilePath? {
        let whole = name.normalized.bytes
        let suffix = manifestSuffixes.first { ".\(name.fileExtension)" == $0 } ?? ""
        let stem = whole.dropLast(suffix.utf8.count)
        return (manifestSuffixes.map { whole + Array($0.utf8) } + manifestSuffixes.map { stem + Array($0.utf8) })
            .map { FilePath(bytes: Array($0)) }
            .first { (try? FileStatus(of: $0))?.kind == .file }
    }

    /// The manifest beside a misspelt one, or one that an ending is missing of.
    private func nearManifest(to name: FilePath) -> FilePath? {
        if let file = manifest(beside: name) { return file }
        let folder = name.directory
        // Any short name is near to another.
        guard name.name.bytes.count - name.fileExtension.utf8.count > 3 else { return nil }
        guard let entries = try? Directory(folder.bytes.isEmpty ? FilePath(".") : folder) else { return nil }
        var names: [String: String] = [:]
        while let entry = try? entries.next() {
            let file = FilePath(bytes: entry.name)
            guard let suffix = manifestSuffixes.first(where: { ".\(file.fileExtension)" == $0 }) else { continue }
            // A job's name stands for its manifest, without the ending.
            let whole = file.description
            names[name.fileExtension.isEmpty ? String(whole.dropLast(suffix.count)) : whole] = whole
        }
        return nearestName(to: name.name.description, among: names.keys.sorted(), spelling: .letters)
            .flatMap { names[$0] }.map { folder.appending($0) }
    }

    /// The file that the store's manifest of a job was read from; nil where the store has no job of this name.
    private func manifestFile(ofJob name: FilePath) throws(CommandFailure) -> FilePath? {
        guard !name.bytes.contains(UInt8(ascii: "/")), stores.newStore(at: common.store) == nil,
            let job = String(validating: name.bytes, as: UTF8.self),
            let store = try? stores.open(common.store, for: .preview, clock: clock),
            let manifest = try? store.read({ reports throws(StoreError) in try reports.manifest(job: job) })
        else { return nil }
        let here = try? FilePath.currentFolder()
        let file = here.flatMap { manifest.path.relative(to: $0) } ?? manifest.path
        guard (try? FileStatus(of: file))?.kind == .file else {
            throw CommandFailure(
                "\(job) is a job of \(common.store), and its manifest \(file) is not there; "
                    + "name the file where it lies now", .badInput)
        }
        reporter.say("\(job) is a job of \(common.store); its manifest is \(file)")
        return file
    }

    /// Refuses a manifest that the store has named and that is not one of the job any more, or of this store.
    func check(_ job: Job, _ name: FilePath, in file: FilePath) throws(CommandFailure) {
        let step =
            "cairn \(common.line.map { Hints.quoted(FilePath($0 == name.description ? file.description : $0)) }.joined(separator: " "))"
        guard job.name == name.description else {
            throw CommandFailure(
                "\(name) is a job of \(common.store), and its manifest \(file) is of the job \(job.name) now; to do that one:",
                .badInput, steps: [step])
        }
        let own = FilePath(bytes: common.store.bytes)
        guard common.storeSource == .usual, let store = job.store,
            (try? store.resolvedWhereItWouldBe()) != (try? own.resolvedWhereItWouldBe())
        else { return }
        throw CommandFailure(
            "\(name) is a job of \(common.store), and its manifest \(file) names another store, \(store); to use that one:",
            .badInput, steps: [step])
    }
}
