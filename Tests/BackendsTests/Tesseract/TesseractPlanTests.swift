import Domain
import Platform
import Tesseract
import TestSupport
import Testing

@testable import Backends

@Suite("The plan of text recognition") struct TesseractPlanTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func plan(
        _ change: (inout TesseractSettings) -> Void = { _ in }, features: [Feature] = [], in folder: FilePath? = nil
    ) throws -> TesseractPlan {
        var settings = TesseractSettings()
        change(&settings)
        return try TesseractPlan(
            settings, features: features, variables: folder.map { ["TESSDATA_PREFIX": $0.description] } ?? [:])
    }

    @Test func `the recipe has all that decides an answer`() throws {
        let recipe = try plan().recipes[0]
        #expect(recipe.backend == "tesseract" && recipe.model == "eng" && recipe.feature == .textDetection)
        #expect(recipe.modelVersion?.hasPrefix("5.") == true)
        for word in ["\"engine\":\"5.", "\"eng\":\"", "\"osd\":\"", "\"psm\":1", "\"whitelist\":null"] {
            #expect(recipe.parameters.contains(word), "\(recipe.parameters)")
        }
        let changed = try [
            plan { $0.languages = ["deu"] }, plan { $0.languages = ["eng", "deu"] },
            plan { $0.languages = ["deu", "eng"] },
            plan { $0.psm = 6 }, plan { $0.whitelist = "0123" }, plan { $0.symbols = true },
            plan(features: [Feature(type: .documentTextDetection)]),
        ].map { $0.recipes[0].digest }
        #expect(Set(changed + [recipe.digest]).count == 8)
        #expect(try plan { $0.timeout = .seconds(5) }.recipes[0].digest == recipe.digest)
        #expect(try plan { $0.psm = 3 }.recipes[0].parameters.contains("osd") == false)
    }

    @Test func `another file of a language is another recipe`() throws {
        let whole = TrainedData([:])
        for language in ["eng", "osd"] { try scratch.copy(whole.file(of: language), to: "\(language).traineddata") }
        let same = try plan(in: scratch.path).recipes[0]
        #expect(same.digest == (try plan().recipes[0].digest))
        try scratch.copy(whole.file(of: "deu"), to: "eng.traineddata")
        #expect(try plan(in: scratch.path).recipes[0].digest != same.digest)
    }

    @Test func `every language that is missing or damaged is told at once`() throws {
        try scratch.write("rus.traineddata", "not a language")
        var settings = TesseractSettings()
        settings.languages = ["eng", "rus"]
        let problems = BackendPlan.problems(
            .tesseract(settings), features: [], prepare: Prepare(),
            variables: ["TESSDATA_PREFIX": scratch.path.description, "CAIRN_TESSERACT": "/nowhere/libtesseract.so"])
        #expect(problems.count == 4, "\(problems)")
        #expect(problems.map(\.keyPath) == [nil] + Array(repeating: "backend.languages", count: 3))
        #expect(problems[1].sentence.contains("tesseract-ocr-eng"))
        #expect(problems[2].sentence.contains("rus.traineddata cannot be used: it is not a traineddata file"))
        #expect(problems[3].sentence.contains("tesseract-ocr-osd"))
    }

    @Test func `a feature that is not text is refused`() throws {
        #expect(throws: BackendError.self) {
            try BackendPlan(
                .tesseract(TesseractSettings()), features: [Feature(type: .labelDetection)], prepare: Prepare())
        }
    }
}
