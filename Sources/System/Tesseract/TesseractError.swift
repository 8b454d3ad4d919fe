package import Platform

/// Why text cannot be recognized on this machine.
package enum TesseractError: Error, Equatable, Sendable {
    /// The library is at none of the places.
    case notFound([FilePath])
    /// The file at the library's place cannot be opened as a library.
    case notALibrary(FilePath, reason: String)
    /// The library lacks a function that Tesseract has since version 5.
    case tooOld(FilePath, missing: String)
    case noLanguage(String, folder: FilePath)
    /// The file of a language cannot be read.
    case unreadable(SystemError)
    /// The file of a language is damaged.
    case damaged(FilePath, reason: String)
    /// The engine refuses its languages, each of whose files looks whole.
    case notLoaded([String], folder: FilePath)
    /// The engine did not do a step.
    case failed(step: String)
}

extension TesseractError: CustomStringConvertible {
    /// A clause for people: the thing, the cause, the next step.
    package var description: String {
        switch self {
        case .notFound(let places):
            "libtesseract, which recognizes text on this machine, was not found: install the Debian packages libtesseract5, tesseract-ocr-eng and tesseract-ocr-osd, or point CAIRN_TESSERACT at the library (looked for \(places.map(\.description).joined(separator: ", ")))"
        case .notALibrary(let path, let reason):
            "\(path) cannot be opened as a library: \(reason); "
                + "install the Debian package libtesseract5, or point CAIRN_TESSERACT at libtesseract.so.5"
        case .tooOld(let path, let missing):
            "\(path) has no \(missing): Tesseract 5 is needed, in Debian the package libtesseract5"
        case .noLanguage(let name, let folder):
            if let package = TrainedData.packageWords(of: name) {
                "\(name).traineddata is not in \(folder): install \(package), or point TESSDATA_PREFIX at the folder that has it"
            } else {
                "\(name).traineddata is not in \(folder), and Debian has no language of this name: `apt-cache search tesseract-ocr` lists those it has; "
                    + "for others point TESSDATA_PREFIX at the folder that has it"
            }
        case .unreadable(let error): error.sentence
        case .damaged(let path, let reason):
            "\(path) cannot be used: \(reason); install \(TrainedData.packageWords(ofFile: path)) again"
        case .notLoaded(let names, let folder):
            "libtesseract cannot load \(names.joined(separator: ", ")) from \(folder); "
                + "install the packages of these languages again"
        case .failed(let step): "libtesseract cannot \(step)"
        }
    }
}
