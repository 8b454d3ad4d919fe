internal import LiteRT
internal import Platform
internal import Domain

/// Where a model's bytes are: a file, or a file inside a ZIP archive, which is unpacked in memory.
struct ModelSource: Equatable, Sendable {
    /// The file, or the archive.
    let file: FilePath
    /// The name inside the archive; nil: the file itself is the model.
    let entry: String?

    /// A model that is a file of its own.
    init(file: FilePath) {
        self.file = file
        entry = nil
    }

    /// A model inside an archive.
    init(archive: FilePath, entry: String) {
        file = archive
        self.entry = entry
    }

    /// The model's name for people: `flowers.zip/model.tflite` for one inside an archive.
    var name: FilePath { entry.map { file.appending($0) } ?? file }

    /// Reads the model's bytes.
    func read() throws(BackendError) -> FileBuffer {
        guard let entry else {
            let buffer = FileBuffer()
            do {
                try buffer.read(file, limit: ModelFile.maximumBytes)
            } catch {
                throw BackendError.modelUnreadable(error)
            }
            return buffer
        }
        return try AutoMLArchive(file).model(entry)
    }
}
