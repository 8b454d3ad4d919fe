/// What a service answered to features of an image.
package struct ShownResponse: Sendable {
    package let attempt: AttemptID
    package let answeredAt: Timestamp
    /// The features whose newest answers were read from it.
    package var features: [FeatureType]

    /// A response.
    package init(attempt: AttemptID, answeredAt: Timestamp, features: [FeatureType]) {
        self.attempt = attempt
        self.answeredAt = answeredAt
        self.features = features
    }
}
