/// An object in Cloud Storage, by its address `gs://bucket/photos/a.jpg`.
package struct CloudObject: Equatable, Sendable {
    package let bucket: String
    /// The object's name within it: `photos/a.jpg`.
    package let name: String

    /// Reads an address; nil where it is none, or names no object.
    package init?(_ address: String) {
        guard address.hasPrefix(CloudObject.scheme) else { return nil }
        let place = address.dropFirst(CloudObject.scheme.count)
        guard let slash = place.firstIndex(of: "/") else { return nil }
        bucket = String(place[..<slash])
        name = String(place[place.index(after: slash)...])
        if bucket.isEmpty || name.isEmpty { return nil }
    }

    /// With what such addresses begin.
    package static let scheme = "gs://"
}
