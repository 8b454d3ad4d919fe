/// What a service answered to features of an image, as it was kept.
package struct ShownResponse: Sendable {
    package let attempt: AttemptID
    /// The features whose newest answers were read from it.
    package var features: [FeatureType]
    /// The text as it came; nil where it was not kept, or its bytes are damaged.
    package let bytes: [UInt8]?

    /// A response.
    package init(attempt: AttemptID, features: [FeatureType], bytes: [UInt8]?) {
        self.attempt = attempt
        self.features = features
        self.bytes = bytes
    }
}
