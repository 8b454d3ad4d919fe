/// `backend: {kind: tesseract}`: text recognition on this machine.
package struct TesseractSettings: Equatable, Sendable {
    /// Tesseract's names of the languages that are looked for, the most likely first: `eng`.
    package var languages = ["eng"]
    /// How a page is divided into lines, by Tesseract's numbers; 1 finds out how the page is turned, too.
    package var psm = 1
    /// The only letters that words may have; nil: all.
    package var whitelist: String?
    /// The longest that one page may take.
    package var timeout = TimeSpan.seconds(60)
    /// Whether each letter becomes a row, too.
    package var symbols = false

    /// Settings for English.
    package init() {}

    /// The numbers that read text: 0 and 2 do not.
    package static let segmentations = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    /// Those that find out how a page is turned, which needs the file `osd`.
    package var findsOrientation: Bool { psm == 1 || psm == 12 }
}
