import Domain
import Platform
import TestSupport
import Testing

@testable import Backends

@Suite("The ZIP of an AutoML export") struct AutoMLArchiveTests {
    let folder: Scratch

    init() throws { folder = try Scratch() }

    /// What is done to the archive of a whole export, and the end of what is said of it.
    enum Fault: String, CaseIterable {
        case cutShort = "it is not a ZIP archive, or one that is cut short"
        case empty = "it has no manifest.json (its files: none)"
        case noModel = "it has no model.tflite (its files: manifest.json, dict.txt)"
        case inFolder =
            "its manifest.json lies in a folder, as export/manifest.json; unzip the archive, and name that folder"
        case climbing =
            "its manifest.json lies in a folder, as ../manifest.json; unzip the archive, and name that folder"
        case twice = "it has 2 files named model.tflite"
        case encrypted =
            "its file model.tflite is encrypted; unzip the archive with its password, and name the folder"
        case method = "its file model.tflite is packed by method 12; unzip the archive, and name its folder"
        case bomb = "its file dict.txt has more than 4194304 bytes; unzip the archive, and name its folder"
        case largeModel =
            "its file model.tflite has more than 268435456 bytes; unzip the archive, and name its folder"
        case zip64 = "the archive is in the ZIP64 format, which is not read; unzip it, and name its folder"
        case checksum, size = "the archive is damaged"
        case notDeflated = "its file model.tflite: the compressed data is damaged"
    }

    @Test(arguments: Fault.allCases)
    func `an archive that cannot be read says why and what to do`(fault: Fault) throws {
        let words = fault == .checksum ? Fault.size.rawValue : fault.rawValue
        try folder.write("a.zip", try archive(fault))
        let error = #expect(throws: BackendError.self) {
            try AutoMLPlan(AutoMLSettings(model: folder.file("a.zip")))
        }
        #expect(error?.description == "backend.model: \(folder.file("a.zip")) cannot be used: \(words)")
    }

    @Test func `a name that is a folder's entry beside the files does no harm`() throws {
        try folder.write("a.zip", ZipText.archive([ZipText.File("notes/", [])] + (try files())))
        #expect(try AutoMLPlan(AutoMLSettings(model: folder.file("a.zip"))).recipes.count == 1)
    }

    @Test func `labels that are missing are the labels' fault, as in a folder`() throws {
        try folder.write("a.zip", ZipText.archive(try files().filter { $0.name != "dict.txt" }))
        let path = folder.file("a.zip")
        let error = #expect(throws: BackendError.self) { try AutoMLPlan(AutoMLSettings(model: path)) }
        let reason = "it has no dict.txt (its files: manifest.json, model.tflite)"
        #expect(
            error == .inExport(key: "backend.model", .labelsRefused("\(path) cannot be used:", reason: reason)))
    }

    @Test func `an archive without the ending .zip is told by its bytes`() throws {
        try folder.write("download", ZipText.archive(try files()))
        let recipe = try AutoMLPlan(AutoMLSettings(model: folder.file("download"))).recipes[0]
        #expect(recipe.model.hasPrefix("download@"))
    }

    private func files() throws -> [ZipText.File] {
        [
            ZipText.File(
                "manifest.json", Array(#"{"modelFile": "model.tflite", "labelsFile": "dict.txt"}"#.utf8)),
            ZipText.File("dict.txt", Array("red\ngreen\nblue\nlight\ndark".utf8)),
            ZipText.File("model.tflite", try Fixtures.bytes("uint8.tflite")),
        ]
    }

    private func archive(_ fault: Fault) throws -> [UInt8] {
        var files = try files()
        switch fault {
        case .cutShort: return Array(ZipText.archive(files).dropLast(30))
        case .empty: files = []
        case .noModel: files.removeLast()
        case .inFolder: for place in files.indices { files[place].name = "export/\(files[place].name)" }
        case .climbing: files[0].name = "../manifest.json"
        case .twice: files.append(files[2])
        case .encrypted: files[2].flags = 1
        case .method: files[2].method = 12
        case .bomb: files[1].size = 1 << 22 + 1
        case .largeModel: files[2].size = 1 << 28 + 1
        case .zip64: files[2].size = 0xFFFF_FFFF
        case .checksum: files[2].checksum ^= 1
        case .size: files[2].size -= 1
        case .notDeflated: files[2].method = 8
        }
        return ZipText.archive(files)
    }
}
