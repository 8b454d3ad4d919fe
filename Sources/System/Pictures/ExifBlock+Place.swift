extension ExifBlock {
    /// Where the camera stood, in degrees; nil unless both coordinates are there and on this planet.
    var place: (latitude: Double, longitude: Double)? {
        guard let latitude = degrees(.latitude, .latitudeReference, positive: "N", negative: "S", most: 90),
            let longitude = degrees(.longitude, .longitudeReference, positive: "E", negative: "W", most: 180)
        else { return nil }
        return (latitude, longitude)
    }

    private func degrees(
        _ tag: Tag, _ reference: Tag, positive: Unicode.Scalar, negative: Unicode.Scalar, most: Double
    ) -> Double? {
        let sign: Double
        switch letter(reference) {
        case UInt8(ascii: positive): sign = 1
        case UInt8(ascii: negative): sign = -1
        default: return nil
        }
        let parts = fractions(tag)
        // Cameras without a fix write 0/0 throughout; 0/0 seconds behind real degrees only mean "none".
        guard let first = parts.first, first.1 != 0 else { return nil }
        var value = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            if part.1 == 0, part.0 != 0 { return nil }
            if part.1 != 0 { value += Double(part.0) / Double(part.1) / unit }
        }
        return value <= most ? sign * value : nil
    }
}
