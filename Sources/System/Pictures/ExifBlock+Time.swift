internal import Text

extension ExifBlock {
    /// When the picture was taken, in milliseconds since 1970: the shutter's moment, else the scan's, else the
    /// file's last change; nil where none of them is a date.
    var takenAt: Int64? {
        moment(.dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
            ?? moment(.dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized)
            ?? moment(.dateTime, .subSecTime, .offsetTime)
    }

    private func moment(_ time: Tag, _ fraction: Tag, _ offset: Tag) -> Int64? {
        guard let text = text(time), let seconds = secondsSince1970(text) else { return nil }
        let milliseconds = thousandths(self.text(fraction) ?? [])
        return (seconds - offsetSeconds(self.text(offset) ?? [])) * 1000 + milliseconds
    }
}

/// The seconds of `YYYY:MM:DD HH:MM:SS`, read as UTC; nil unless it is a date of the calendar.
private func secondsSince1970(_ text: [UInt8]) -> Int64? {
    guard text.count >= 19, let year = digits(text[0..<4]), let month = digits(text[5..<7]),
        let day = digits(text[8..<10]), let hour = digits(text[11..<13]), let minute = digits(text[14..<16]),
        let second = digits(text[17..<19])
    else { return nil }
    let date = CalendarDate(year: year, month: month, day: day)
    // Separators are not asked for: besides the standard's colons, dashes and a T are in use.
    guard year >= 1, date.exists, hour <= 23, minute <= 59, second <= 59 else { return nil }
    return date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
}

/// The seconds east of Greenwich of `+HH:MM`; 0 where it says nothing sensible.
private func offsetSeconds(_ text: [UInt8]) -> Int64 {
    guard text.count >= 6, let sign = text.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
        let hours = digits(text[1..<3]), let minutes = digits(text[4..<6]), hours <= 15, minutes <= 59
    else { return 0 }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
}

/// The thousandths of a second in `SubSecTime`, which holds the digits behind the decimal point.
private func thousandths(_ text: [UInt8]) -> Int64 {
    var value: Int64 = 0
    var scale: Int64 = 100
    for character in text {
        guard let digit = digits([character]), scale > 0 else { break }
        value += Int64(digit) * scale
        scale /= 10
    }
    return value
}

/// The number that ASCII digits spell; nil where another character is among them.
private func digits(_ text: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for character in text {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) else { return nil }
        value = value * 10 + Int(character - UInt8(ascii: "0"))
    }
    return value
}

extension ExifBlock {
    /// Where the camera stood, in degrees; nil unless both coordinates are there and on this planet.
    var place: (latitude: Double, longitude: Double)? {
        guard let latitude = degrees(.latitude, .latitudeReference, positive: "N", negative: "S", limit: 90),
            let longitude = degrees(.longitude, .longitudeReference, positive: "E", negative: "W", limit: 180)
        else { return nil }
        return (latitude, longitude)
    }

    private func degrees(
        _ tag: Tag, _ reference: Tag, positive: Unicode.Scalar, negative: Unicode.Scalar, limit: Double
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
        return value <= limit ? sign * value : nil
    }
}
