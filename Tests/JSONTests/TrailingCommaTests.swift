import JSON
import Testing

@Suite("Commas behind the last value") struct TrailingCommaTests {
    @Test(arguments: ["[1,]", "{\"a\":1,}", "{\"a\":[1, 2 , ] , }", "[[],]"])
    func `are read where they are allowed, and nowhere else`(text: String) throws {
        let root = try JSONDocument(Array(text.utf8), allowsTrailingCommas: true).root
        #expect(root.isArray ? root.elements.count == 1 : root.members.count == 1)
        #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test(arguments: ["[,]", "{,}", "[1,,]", "[1,}", "{\"a\":1,]", "[1,", "{\"a\",}"])
    func `and other commas are refused in any case`(text: String) {
        #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8), allowsTrailingCommas: true) }
    }
}
