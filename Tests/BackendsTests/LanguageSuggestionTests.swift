import Tesseract
import Testing

@testable import Backends

@Suite("The suggestion for a name of a language") struct LanguageSuggestionTests {
    @Test(arguments: [
        ("Deu", "deu"), ("en", "eng"), ("en-US", "eng"), ("zh", "chi_sim"), ("FR", "fra"), ("chi-sim", "chi_sim"),
        ("xyz", nil), ("script/Latin", nil), ("fra", nil),
    ])
    func `is the nearest name that is installed or known`(name: String, near: String?) {
        #expect(languageSuggestion(for: name, installed: ["deu", "eng"]) == near)
    }

    @Test func `names a Debian package of what Debian has alone`() {
        #expect(TrainedData.packageWords(of: "chi_sim") == "the Debian package tesseract-ocr-chi-sim")
        #expect(TrainedData.packageWords(of: "osd") == "the Debian package tesseract-ocr-osd")
        #expect(TrainedData.packageWords(of: "xyz") == nil)
    }
}
