internal import LiteRT
internal import Platform
internal import Domain
internal import Services

/// An AutoML Vision Edge export on this machine: what its manifest names, found beside it or in the same ZIP.
struct AutoMLExport: Equatable, Sendable {
    /// The manifest, for messages.
    let path: FilePath
    /// What it says.
    let manifest: AutoMLManifest
    let model: ModelSource
    /// The labels beside the model; nil: inside it.
    let labels: Labels?
    /// The export's name: that of its folder, or of the ZIP without `.zip`.
    let name: String

    /// Reads an export.
    ///
    /// - Parameters:
    ///   - export: its manifest, the folder of that, or a ZIP archive.
    ///   - key: the key of the job's manifest that names it.
    init(_ export: FilePath, key: String) throws(BackendError) {
        let kind: FileStatus.Kind
        do throws(SystemError) {
            kind = try FileStatus(of: export).kind
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        if kind == .file, AutoMLArchive.isOne(export) {
            try self.init(archive: export, key: key)
        } else {
            try self.init(manifest: kind == .folder ? export.appending(manifestName) : export, key: key)
        }
    }

    private init(manifest path: FilePath, key: String) throws(BackendError) {
        if path.fileExtension == "tflite" {
            throw BackendError.setting(
                key: key, reason: "\(path) is a model; write `kind: tflite`, or name the manifest.json beside it")
        }
        let buffer = FileBuffer()
        do throws(SystemError) {
            try buffer.read(path, limit: Int64(AutoMLManifest.limit))
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        let folder = path.directory
        self.path = path
        manifest = try AutoMLManifest(buffer.copy, path: path, key: key)
        model = ModelSource(file: folder.appending(manifest.modelFile))
        labels = try manifest.labelsFile.map { name throws(BackendError) in
            try Labels(file: folder.appending(name))
        }
        name = folder.name.description
    }

    private init(archive path: FilePath, key: String) throws(BackendError) {
        let archive = try AutoMLArchive(path)
        self.path = path.appending(manifestName)
        manifest = try AutoMLManifest(
            try archive.file(manifestName, limit: AutoMLManifest.limit), path: self.path, key: key)
        model = ModelSource(archive: path, entry: manifest.modelFile)
        labels = try manifest.labelsFile.map { name throws(BackendError) in
            do throws(BackendError) {
                return try Labels(
                    try archive.file(name, limit: Labels.limit), source: path.appending(name).description)
            } catch {
                // As where the file is missing in a folder: the labels are at fault, not the model.
                guard case .modelRefused(_, let reason) = error else { throw error }
                throw BackendError.labelsRefused("\(path) cannot be used:", reason: reason)
            }
        }
        let file = path.name.description
        name = path.fileExtension == "zip" ? String(file.dropLast(4)) : file
    }
}

extension AutoMLExport {
    /// The labels by class number.
    ///
    /// A detector's dict.txt begins with the background, which its classes do not count; a labeler's classes do.
    var classLabels: Labels? {
        get throws(BackendError) {
            guard let labels, ["background", "???"].contains(labels.words.first ?? "") else { return labels }
            let isDetector = try model.read().withBytes { bytes throws(BackendError) in
                do throws(LiteRTError) {
                    return try ModelFile(bytes).detection != nil
                } catch {
                    throw BackendError(error, model: model.name)
                }
            }
            guard isDetector else { return labels }
            return try Labels(
                Array(labels.words.dropFirst().joined(separator: "\n").utf8), source: labels.source,
                displayNames: Array(labels.displayNames.dropFirst()))
        }
    }
}

/// The name of every export's manifest.
private let manifestName = "manifest.json"
