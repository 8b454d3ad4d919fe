import Platform
import Testing

@testable import Exporting

@Suite("Names of an export's files") struct ExportNameTests {
    @Test(arguments: [
        ("photos/castle.jpg", "photos/castle.jpg.svg"), ("/mnt/a.jpg", "@root/mnt/a.jpg.svg"),
        ("https://h/p.jpg", "@https/h/p.jpg.svg"), ("gs://b/o.jpg", "@gs/b/o.jpg.svg"), ("@a/b.jpg", "%40a/b.jpg.svg"),
        ("a:b*?.jpg", "a%3Ab%2A%3F.jpg.svg"), ("100%.jpg", "100%25.jpg.svg"), ("CON.jpg", "%43ON.jpg.svg"),
        ("com1", "%63om1.svg"), ("../a.jpg", "%2E%2E/a.jpg.svg"), (" a/b ", "%20a/b%20.svg"),
        (".cairn-x/a.jpg", "%2Ecairn-x/a.jpg.svg"), ("日本/é😀.jpg", "日本/é😀.jpg.svg"),
        ("a\u{202E}b.jpg", "a%E2%80%AEb.jpg.svg"), ("a\\b.jpg", "a%5Cb.jpg.svg"),
    ])
    func `a name keeps its folders and can be a file everywhere`(path: String, name: String) {
        #expect(ExportName.name(of: FilePath(path), suffix: ".svg") == name)
    }

    @Test func `bytes that are no text are escaped`() {
        let path = FilePath(bytes: Array("a".utf8) + [0xFF] + Array(".jpg".utf8))
        #expect(ExportName.name(of: path, suffix: ".svg") == "a%FF.jpg.svg")
    }

    @Test func `two signatures of one address are two names`() throws {
        let names = ["https://h/a.jpg?s=1", "https://h/a.jpg?s=2"].map {
            ExportName.name(of: FilePath($0), suffix: ".svg")
        }
        #expect(names[0] != names[1])
        #expect(names[0]?.hasPrefix("@https/h/a~") == true)
        #expect(names[0]?.hasSuffix(".jpg.svg") == true)
        #expect(names[0]?.contains("s=1") == false)
    }

    @Test func `a long name is cut at a character, and its digest tells it apart`() throws {
        let (one, two) = (String(repeating: "é", count: 150) + "1.jpg", String(repeating: "é", count: 150) + "2.jpg")
        let names = try [one, two].map { try #require(ExportName.name(of: FilePath($0), suffix: ".svg")) }
        #expect(names[0] != names[1])
        for name in names { #expect(name.utf8.count <= 255 && name.hasSuffix(".jpg.svg")) }
        #expect(ExportName.name(of: FilePath(String(repeating: "abcdefgh/", count: 500) + "a"), suffix: "") == nil)
    }
}
