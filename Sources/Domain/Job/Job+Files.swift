package import Platform

extension Job {
    /// The files that the manifest names, beside pictures and secrets, each with its key.
    package var files: [(keyPath: String, file: FilePath)] {
        let lists = images.enumerated().compactMap { index, source -> (keyPath: String, file: FilePath)? in
            guard case .list(let file) = source.location else { return nil }
            return ("images[\(index)].list", file)
        }
        switch backend {
        case .tflite(let settings):
            return lists + (settings.isBundled ? [("backend.model", settings.model)] : [])
                + (settings.hosted?.plist.map { [("backend.hosted.plist", $0)] } ?? [])
                + (settings.labels.map { [("backend.labels", $0)] } ?? [])
        case .automl(let settings):
            return lists + (settings.isBundled ? [("backend.\(settings.key)", settings.model)] : [])
                + (settings.hosted?.plist.map { [("backend.hosted.plist", $0)] } ?? [])
        case .vision, .firebase, .tesseract, .command: return lists
        }
    }
}
