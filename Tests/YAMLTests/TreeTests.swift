import Testing
import YAML

@Suite struct TreeTests {
    @Test func `every node and key knows its line and column`() throws {
        let value = try parse("job: x\nimages:\n  - glob: a\n  - {folder: bä, é: [1,\n  2]}\n")
        let images = try #require(value["images"])
        guard case .list(let items) = images.content, case .mapping(let entries) = items[1].content else {
            Issue.record("no list of mappings")
            return
        }
        #expect(value.position == YAMLPosition(line: 1, column: 1))
        #expect(items[0].position == YAMLPosition(line: 3, column: 5))
        #expect(entries[0].position == YAMLPosition(line: 4, column: 6))
        #expect(entries[0].value.position == YAMLPosition(line: 4, column: 14))
        // A column is a character, not a byte.
        #expect(entries[1].position == YAMLPosition(line: 4, column: 18))
        guard case .list(let numbers) = entries[1].value.content else {
            Issue.record("no list")
            return
        }
        #expect(numbers.map(\.position) == [YAMLPosition(line: 4, column: 22), YAMLPosition(line: 5, column: 3)])
    }

    @Test func `block and flow and quoted and folded forms are the same tree`() throws {
        let block = """
            # a comment
            name: "a\\tb"
            text: |
              one
              two
            folded: >-
              one
              two
            list:
            - 1
            - 'it''s'
            """
        let flow = #"{"name":"a\tb","text":"one\ntwo\n","folded":"one two","list":[1,"it's"]}"#
        #expect(Plain(try parse(block)) == Plain(try parse(flow)))
    }

    @Test func `JSON is read, with its escapes, tabs and slashes`() throws {
        let json = "{\n\t\"a\\/b\": [true, null, -1.5e2, \"\\u00e9\\n\"],\n\t\"c\":{}\n}"
        #expect(
            Plain(try parse(json))
                == .mapping([
                    "a/b": .list([.bool(true), .null, .float(-150), .string("é\n")]), "c": .mapping([:]),
                ]))
    }

    @Test func `an alias stands for what its anchor names`() throws {
        let value = try parse("a: &cap {units: 5}\nb: *cap\nc: [*cap]\nd: &w word\n*w : 1")
        let cap = Plain.mapping(["units": .integer(5)])
        #expect(
            Plain(value)
                == .mapping(["a": cap, "b": cap, "c": .list([cap]), "d": .string("word"), "word": .integer(1)]))
        #expect(value["b"]?.position == YAMLPosition(line: 1, column: 4))
    }

    @Test(arguments: ["", "\n\n", "# nothing\n", "---\n", "\u{FEFF}"])
    func `a text without content is an empty value`(text: String) throws {
        #expect(Plain(try parse(text)) == .null)
    }

    @Test func `a byte order mark and Windows line ends change nothing`() throws {
        let value = try parse("\u{FEFF}a: 1\r\nb: 2\r\n")
        #expect(Plain(value) == .mapping(["a": .integer(1), "b": .integer(2)]))
        #expect(value["b"]?.position == YAMLPosition(line: 2, column: 4))
    }

    @Test func `an address stands in a flow mapping without quotes`() throws {
        #expect(
            Plain(try parse("[{url: https://example.org/a.jpg?x=1}]"))
                == .list([.mapping(["url": .string("https://example.org/a.jpg?x=1")])]))
    }

    @Test func `a file of one document may say so`() throws {
        #expect(Plain(try parse("%YAML 1.2\n---\na: 1\n...\n")) == .mapping(["a": .integer(1)]))
    }
}
