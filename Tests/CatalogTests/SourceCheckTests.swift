import Crypto
import Platform
import TestSupport
import Testing
import Domain

@testable import Catalog

@Suite struct SourceCheckTests {
    let folder: Scratch

    init() throws {
        folder = try Scratch()
        try folder.write("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 600))
        try folder.write("b.tflite", [0, 0, 0, 0] + Array("TFL3".utf8))
        try folder.write("list.txt", Array("a.jpg\nb.jpg\n".utf8))
        try folder.write("zero.txt", Array("a.jpg\0b.jpg\0".utf8))
        try Files.makeFolder(folder.path.appending("photos"))
    }

    private func found(_ images: [ImageSource], exclude: [String] = []) -> [String] {
        var job = Job(
            name: "j", images: images, backend: .tesseract(TesseractSettings()), features: [], directory: folder.path,
            source: "", digest: Digest(of: ""))
        job.exclude = exclude
        return SourceCheck.all(of: job).map {
            "\($0.keyPath) \($0.isAbsence ? "absent" : "wrong"): "
                + $0.message.replacing("\(folder.path)/", with: "")
        }
    }

    private func path(_ name: String) -> FilePath { folder.path.appending(name) }

    @Test func `what is there is no problem`() {
        #expect(
            found([
                .folder(path("photos")), .list(path("list.txt")), .list(path("zero.txt")), .glob("photos/**/*.jpg"),
                .glob("a.jpg"), .glob("*.png"), .standardInput, .url("https://a/b.jpg"),
            ]) == [])
    }

    @Test func `what is not there, and what is another thing, is said for each source`() {
        #expect(
            found(
                [
                    .folder(path("none")), .folder(path("a.jpg")), .folder(path("list.txt")), .list(path("none.txt")),
                    .list(path("photos")), .list(path("a.jpg")), .list(path("b.tflite")), .glob("none/*.jpg"),
                    .glob("list.txt/*.jpg"), .glob("none.jpg"), .glob("photos"), .glob("*/../a"),
                    .list(path("/dev/null")),
                ], exclude: ["*/../b"]) == [
                    "images[0].folder absent: there is no folder none",
                    "images[1].folder wrong: a.jpg is a file, not a folder; write `glob:`",
                    "images[2].folder wrong: list.txt is a file, not a folder; write `list:`",
                    "images[3].list absent: there is no file none.txt",
                    "images[4].list wrong: photos is a folder, not a list; write `folder:`",
                    "images[5].list wrong: a.jpg is a picture, not a list; write `glob:`",
                    "images[6].list wrong: b.tflite is a TensorFlow Lite model, not a list of paths",
                    "images[7].glob absent: there is no folder none",
                    "images[8].glob wrong: list.txt is not a folder, and the pattern looks below it",
                    "images[9].glob absent: there is no file none.jpg",
                    "images[10].glob wrong: photos is a folder, not an image; write `folder:`",
                    "images[11].glob wrong: */../a: `..` cannot follow a wildcard; write the folder out",
                    "images[12].list wrong: /dev/null is not an ordinary file; write the names to one, or write "
                        + "`list: \"-\"` and send them to standard input",
                    "exclude[0] wrong: */../b: `..` cannot follow a wildcard; write the folder out",
                ])
    }

    @Test func `a list that is a picture is refused before anything is read, and on standard input in one sentence`()
        throws
    {
        func refuse(_ name: String) throws {
            let catalog = try Catalog(
                sources: [.list(path(name))], exclude: [], directory: folder.path, workingDirectory: folder.path
            ) { () throws(SystemError) in [] }
            try catalog.refuseForeignLists()
        }
        let error = #expect(throws: CatalogError.self) { try refuse("a.jpg") }
        #expect(error?.description == "\(path("a.jpg")) is a picture, not a list; write `glob:`")
        try refuse("list.txt")
        try refuse("none.txt")
        try folder.write("names.txt", Array("GIF89/a.jpg\nBZh/b.jpg\n".utf8))
        try refuse("names.txt")
        let tree = try Tree()
        let names = try tree.find(.standardInput, input: Array("GIF89/a.jpg\n".utf8))
        #expect(names.sentences(in: tree) == ["there is no file GIF89/a.jpg"])
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47] + Array("a\nb\nc\n".utf8)
        let found = try tree.find(.standardInput, input: picture)
        #expect(found.sentences(in: tree) == ["standard input is a picture, not a list; write `glob:`"])
    }
}
