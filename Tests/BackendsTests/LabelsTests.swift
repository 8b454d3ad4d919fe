import Testing

@testable import Backends

@Suite("The reader of labels") struct LabelsTests {
    @Test(arguments: ["a\nb c\né", "a\nb c\né\n", "a\r\nb c\r\né\r\n", "\u{FEFF}a\nb c\né\n"])
    func `one label a line, however lines end`(text: String) throws {
        #expect(try Labels(Array(text.utf8), source: "l").words == ["a", "b c", "é"])
    }

    @Test func `an empty label inside is a label, and an unknown class is its number`() throws {
        let labels = try Labels(Array("???\n\nperson\n\n".utf8), source: "l")
        #expect(labels.words == ["???", "", "person", ""])
        #expect(labels.word(2) == "person" && labels.word(4) == "class 4" && labels.word(-1) == "class -1")
    }

    @Test func `no labels at all are refused`() {
        #expect(throws: BackendError.labelsRefused("l", why: "is empty")) { try Labels([], source: "l") }
        #expect(throws: BackendError.labelsRefused("l", why: "is empty")) { try Labels([0x0A], source: "l") }
    }
}
