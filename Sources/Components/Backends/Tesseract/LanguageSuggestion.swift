internal import Tesseract
internal import Text
internal import Platform

/// The name of a language that a name probably means of which no file is there; nil where none is near enough.
///
/// - Parameter installed: the languages that are there, which come first.
func languageSuggestion(for name: String, installed: [String]) -> String? {
    let known = TrainedData.languageNames
    guard !known.contains(name), !name.contains("/") else { return nil }
    let plain = String(name.lowercased().map { $0 == "-" ? "_" : $0 })
    for names in [installed, known] where names.contains(plain) { return plain }
    // `en` and `en-US`: what other programs call a language.
    if let name = tesseractName(of: String(plain.prefix { $0 != "_" })) { return name }
    return nearestName(to: plain, among: installed, spelling: .letters)
        ?? nearestName(to: plain, among: known, spelling: .letters)
}

extension TesseractError {
    /// The error as a clause; of a language that is not there with the name that was probably meant.
    var advice: String {
        guard case .noLanguage(let name, let folder) = self else { return description }
        let installed = TrainedData(["TESSDATA_PREFIX": folder.description]).languages
        guard let near = languageSuggestion(for: name, installed: installed) else { return description }
        let package = installed.contains(near) ? nil : TrainedData.packageWords(of: near)
        return "\(name).traineddata is not in \(folder): did you mean \(near)?"
            + (package.map { " It needs \($0)" } ?? "")
    }
}
