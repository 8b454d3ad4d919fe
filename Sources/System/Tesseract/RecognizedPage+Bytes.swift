internal import Platform

extension RecognizedPage {
    /// The page as bytes, for another process.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: elements.count)
        for element in elements {
            let box = element.box
            for number in [
                element.level.rawValue, element.kind.rawValue, element.turns, element.hasSpaceBefore ? 1 : 0,
                Int(element.confidence.bitPattern), box.left, box.top, box.right, box.bottom,
            ] {
                bytes.append(number: number)
            }
            bytes.append(counted: Array(element.text.utf8))
            bytes.append(counted: Array((element.language ?? "").utf8))
        }
        return bytes + table
    }

    /// The page of such bytes; nil where they are not one.
    package init?(bytes: [UInt8]) {
        var rest = bytes[...]
        guard let count = rest.takeNumber() else { return nil }
        for _ in 0..<max(count, 0) {
            let numbers = (0..<9).compactMap { _ in rest.takeNumber() }
            guard numbers.count == 9, let level = TextElement.Level(rawValue: numbers[0]),
                let kind = TextElement.BlockKind(rawValue: numbers[1]), let text = rest.takeCounted(),
                let language = rest.takeCounted()
            else { return nil }
            var element = TextElement(level)
            element.kind = kind
            element.turns = numbers[2] & 3
            element.hasSpaceBefore = numbers[3] != 0
            element.confidence = Float(bitPattern: UInt32(truncatingIfNeeded: numbers[4]))
            (element.box.left, element.box.top) = (numbers[5], numbers[6])
            (element.box.right, element.box.bottom) = (numbers[7], numbers[8])
            element.text = String(decoding: text, as: UTF8.self)
            element.language = language.isEmpty ? nil : String(decoding: language, as: UTF8.self)
            elements.append(element)
        }
        table = Array(rest)
    }
}
