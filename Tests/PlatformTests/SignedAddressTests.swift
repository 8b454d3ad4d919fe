import Platform
import Testing

@Suite("Signed addresses") struct SignedAddressTests {
    @Test(arguments: [
        ("https://storage.googleapis.com/b/a.jpg?X-Goog-Expires=60&X-Goog-Signature=SECRET&x=1", "X-Goog-Signature"),
        ("https://b.s3.amazonaws.com/a.jpg?X-Amz-Date=1&x-amz-signature=SECRET", "x-amz-signature"),
        ("https://b.s3.amazonaws.com/a.jpg?X-Amz-Security-Token=SECRET", "X-Amz-Security-Token"),
        ("https://storage.googleapis.com/b/a.jpg?GoogleAccessId=a&Expires=1&Signature=SECRET", "Signature"),
        ("https://d1.cloudfront.net/a.jpg?Policy=p&Signature=SECRET&Key-Pair-Id=k", "Signature"),
        ("https://a.blob.core.windows.net/c/a.jpg?sv=2024&se=2026&sig=SECRET", "sig"),
        ("https://firebasestorage.googleapis.com/v0/b/b/o/a.jpg?alt=media&token=SECRET", "token"),
        ("cannot fetch http://127.0.0.1:1/a?X-Goog-Signature=SECRET: 403", "X-Goog-Signature"),
        (#"[{"path":"https://h/a?sig=SECRET&se=1"},{"path":"https://h/b?se=1&sig=SECRET"}]"#, "sig"),
    ])
    func `what opens a file to whoever has the address is masked, and named`(text: String, parameter: String) {
        let masked = String(decoding: SignedAddress.masked(Array(text.utf8)), as: UTF8.self)
        let expected = text.replacing("SECRET: ", with: "*** ").replacing("SECRET", with: "***")
        #expect(masked == expected)
        #expect(SignedAddress.parameter(in: Array(text.utf8)) == parameter)
        #expect(SignedAddress.masked(Array(masked.utf8)) == Array(masked.utf8))
    }

    @Test(arguments: [
        "", "photos/a.jpg?sig=1&se=2", "https://example.org/a.jpg", "https://example.org/a.jpg?token=1&signature=2",
        "https://example.org/a.jpg?sig=1", "https://example.org/a.jpg#?X-Goog-Signature=1", "://", "https://a/?&&=&=1",
        "https://a/v0/b/?alt=media", "https://a/ ?X-Goog-Signature=1",
    ])
    func `other addresses and other texts stay as they are`(text: String) {
        #expect(SignedAddress.masked(Array(text.utf8)) == Array(text.utf8))
        #expect(SignedAddress.parameter(in: Array(text.utf8)) == nil)
    }
}
