import Platform
import TestSupport
import Testing

@testable import Tesseract

@Suite("The files of languages") struct TrainedDataTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private var data: TrainedData { TrainedData(["TESSDATA_PREFIX": scratch.path.description]) }

    @Test func `TESSDATA_PREFIX names their folder, and its languages are listed without osd`() throws {
        for name in ["rus", "deu", "osd"] { try scratch.write("\(name).traineddata", "x") }
        try scratch.write("configs/hocr", "x")
        #expect(data.languages == ["deu", "rus"])
        #expect(data.has("osd") && !data.has("eng"))
    }

    @Test(arguments: [
        ("eng", "the Debian package tesseract-ocr-eng"), ("chi_sim", "the Debian package tesseract-ocr-chi-sim"),
        ("osd", "the Debian package tesseract-ocr-osd"),
        ("script/Latin", "its Debian package (`apt-cache search tesseract-ocr-script` lists them)"),
    ])
    func `a missing language names its folder and Debian's package`(language: String, package: String) {
        let error = #expect(throws: TesseractError.self) { try data.read(language) }
        #expect(
            error?.description == "\(language).traineddata is not in \(scratch.path): install \(package), "
                + "or point TESSDATA_PREFIX at the folder that has it")
    }

    @Test func `a damaged file is told from a whole one`() throws {
        let whole = try Files.read(TrainedData([:]).file(of: "deu"))
        let cases: [(String, [UInt8], String)] = [
            ("empty", [], "it is too short"), ("page", Array("<!DOCTYPE html>".utf8), "it is not a traineddata file"),
            ("table", Array(whole.prefix(90)), "it is cut short"),
            ("half", Array(whole.prefix(whole.count / 2)), "it is cut short"),
            ("none", [1, 0, 0, 0] + [UInt8](repeating: 255, count: 9), "it is empty"),
        ]
        for (name, bytes, reason) in cases {
            let path = try scratch.write("\(name).traineddata", bytes)
            let error = #expect(throws: TesseractError.self) { try data.read(name) }
            #expect(error == .damaged(path, reason: reason), "\(name)")
        }
        try scratch.write("deu.traineddata", whole)
        #expect(try data.read("deu").count == whole.count)
    }

    @Test func `a folder in a file's place is unreadable`() throws {
        try Files.makeFolder(scratch.file("eng.traineddata"))
        let error = #expect(throws: TesseractError.self) { try data.read("eng") }
        #expect(error?.description.hasPrefix("eng.traineddata is not in \(scratch.path)") == true)
    }
}
