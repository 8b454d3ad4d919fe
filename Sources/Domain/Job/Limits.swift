/// What an image may be; one beyond is a failure of that image alone.
package struct Limits: Equatable, Sendable {
    /// The most pixels a header may promise: 200 megapixels unless the manifest says otherwise.
    package var pixels: Int64 = 200_000_000
    /// The bytes that decodes of large pictures share in one process.
    package var memory: Int64 = 256_000_000

    /// The limits of a manifest that says nothing of them.
    package init() {}
}
