import Domain
import ModelHosting
import TestSupport
import Testing

@Suite("The reader of property lists") struct PropertyListTests {
    /// What a model store says of a property list, through the one value that its messages show: the bucket.
    private func bucket(_ list: String) throws -> String {
        let bench = try HostingBench()
        var object = HostedModel.StoredObject(bucket: nil, object: "m", access: .plain(nil))
        object.app.plist = try bench.scratch.write("a.plist", list)
        return try bench.store().source(of: HostedModel(.storage(object)))
    }

    private func list(_ members: String) -> String { "<plist version=\"1.0\"><dict>\(members)</dict></plist>" }

    @Test(arguments: [
        ("plain", "<string>b</string>", "gs://b/m"),
        ("entities", "<string>a&amp;b&lt;&#65;&#x42;</string>", "gs://a&b<AB/m"),
        ("a comment in it", "<string>a<!-- no -->b</string>", "gs://ab/m"),
        ("CDATA", "<string><![CDATA[a<b]]></string>", "gs://a<b/m"),
    ])
    func `a text is read`(_ name: String, _ value: String, _ expected: String) throws {
        #expect(try bucket(list("<key>STORAGE_BUCKET</key>\(value)")) == expected)
    }

    @Test func `values of other kinds are read over, however they are nested`() throws {
        let others =
            "<key>A</key><dict><key>STORAGE_BUCKET</key><array><string>x</string><true/></array></dict>"
            + "<key>B</key><integer>1</integer><key>C</key><data>AA==</data>"
        #expect(try bucket(list("\(others)<key>STORAGE_BUCKET</key><string>b</string>")) == "gs://b/m")
    }

    @Test(arguments: [
        ("nothing", ""), ("binary", "bplist00\u{1}"), ("JSON", "{\"STORAGE_BUCKET\": \"b\"}"),
        ("cut", "<plist><dict><key>STORAGE_BUCKET</key><string>b"),
        ("a value without a key", "<plist><dict><string>b</string></dict></plist>"),
        (
            "an entity of its own",
            "<!DOCTYPE plist [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><plist><dict></dict></plist>"
        ),
        ("an unknown entity", "<plist><dict><key>STORAGE_BUCKET</key><string>&e;</string></dict></plist>"),
        ("something behind the end", "<plist><dict></dict></plist><plist>"),
        (
            "an undeclared entity of a public document type",
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x.dtd\"><plist><dict><key>A</key><string>&e;</string></dict></plist>"
        ),
        ("a key behind a key", "<plist><dict><key>A</key><key>B</key></dict></plist>"),
        ("another outermost element", "<list><dict></dict></list>"),
        ("bytes that are not UTF-8", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict>"),
        ("tags that cross", "<plist><dict><key>A</key><array><string></array></string></dict></plist>"),
    ])
    func `what is not a property list is refused and named`(_ name: String, _ text: String) throws {
        let error = #expect(throws: HostingError.self) { try bucket(text) }
        #expect(error?.description.hasPrefix("backend.hosted.plist: ") == true, "\(error)")
        #expect(error?.description.contains("a.plist: it ") == true, "\(error)")
    }

    @Test func `endless nesting ends`() throws {
        let deep = String(repeating: "<array>", count: 100_000)
        let error = #expect(throws: HostingError.self) { try bucket(list("<key>A</key>\(deep)")) }
        #expect(error?.description.contains("it has elements that lie too deep in one another") == true)
    }
}
