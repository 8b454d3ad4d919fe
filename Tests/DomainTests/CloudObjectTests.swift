import Domain
import Testing

@Suite("The address of an object in Cloud Storage") struct CloudObjectTests {
    @Test func `has a bucket and a name, which may have slashes`() throws {
        let object = try #require(CloudObject("gs://my-bucket/räum/a b.jpg"))
        #expect(object.bucket == "my-bucket" && object.name == "räum/a b.jpg")
        #expect(CloudObject("gs://b//a")?.name == "/a" && CloudObject("gs://b/a/")?.name == "a/")
    }

    @Test(arguments: ["", "gs://", "gs://b", "gs://b/", "gs:///a", "GS://b/a", "https://b/a", " gs://b/a"])
    func `is none without either, or by another scheme`(_ text: String) {
        #expect(CloudObject(text) == nil)
    }
}
