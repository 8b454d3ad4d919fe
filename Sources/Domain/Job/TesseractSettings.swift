/// `backend: {kind: tesseract}`: text recognition on this machine.
package struct TesseractSettings: Equatable, Sendable {
    /// Tesseract's names of the languages that are looked for: `eng`.
    package var languages = ["eng"]

    /// Settings for English.
    package init() {}
}
