import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The reader of labels") struct LabelsTests {
    @Test(arguments: ["a\nb c\né", "a\nb c\né\n", "a\r\nb c\r\né\r\n", "\u{FEFF}a\nb c\né\n"])
    func `one label a line, however lines end`(text: String) throws {
        #expect(try Labels(Array(text.utf8), source: "l").words == ["a", "b c", "é"])
    }

    @Test func `empty lines at the end are none, and an unknown class is its number`() throws {
        let labels = try Labels(Array("???\nperson\n\n \t\r\n".utf8), source: "l")
        #expect(labels.words == ["???", "person"])
        #expect(labels.word(1) == "person" && labels.word(4) == "class 4" && labels.word(-1) == "class -1")
    }

    @Test(arguments: [
        ("\nred\n", "has an empty line, number 1, and each line names a class; delete it, or write a name such as ???"),
        ("red\r\n\r\ngreen\r\n", "has an empty line, number 2, and"),
        (
            "red\n \n\ngreen",
            "has 2 empty lines, of which the first is number 2, and each line names a class; delete them, or "
        ),
    ])
    func `an empty line before a label is refused with its number`(text: String, words: String) throws {
        let error = #expect(throws: BackendError.self) { try Labels(Array(text.utf8), source: "l") }
        #expect(error?.sentence.hasPrefix("l \(words)") == true, "\(error?.sentence ?? "")")
    }

    @Test func `of a model with class names and display names both are kept, ids as mid`() throws {
        var settings = TFLiteSettings(model: Fixtures.models.appending("Variants/named.tflite"))
        let plan = try TFLitePlan(settings)
        let slot = try plan.open(libraryAt: [Fixtures.library]).makeSlot()
        let example = try #require(try Fixtures.oracle("float32").cases.first)
        let (answers, _) = try slot.answers(to: prepared(example, for: plan.request))
        let found = answers[0].annotations.map { "\($0.description) \($0.mid ?? "-") \($0.attributes ?? "-")" }
        #expect(
            found.sorted() == [
                "blue /m/0blue -", "green /m/0green -", #"light - {"className":"lux"}"#, "nox - -", "red /m/0red -",
            ])
        // Either name says which class is meant, and the display names decide the answer, too.
        for name in ["lux", "light", "/m/0red", "red"] {
            settings.ignore = [name]
            #expect(try TFLitePlan(settings).output.readings[0].scoring?.ignored.count == 1, "\(name)")
        }
        let classes = try Labels(Array("/m/0red\n/m/0green\n/m/0blue\nlux\nnox\n".utf8), source: "classes.txt")
        #expect(plan.labels?.digest != classes.digest && plan.labels?.words == classes.words)
    }

    @Test func `no labels at all are refused`() {
        #expect(throws: BackendError.labelsRefused("l", reason: "is empty")) { try Labels([], source: "l") }
        #expect(throws: BackendError.labelsRefused("l", reason: "is empty")) { try Labels([0x0A], source: "l") }
    }
}
