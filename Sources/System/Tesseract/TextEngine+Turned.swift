/// Symbols of turned pages: the library tells wrong boxes for them (seen in 5.3.0), and right ones for everything else.
extension TextEngine {
    /// The same text with the boxes of its symbols, from a second reading of the page, which is turned upright first.
    ///
    /// - Parameter read: reads a page of a width and a height.
    /// - Returns: the text without these boxes where blocks are turned differently, or the second reading differs.
    func located(
        _ found: RecognizedPage, _ pixels: Span<UInt8>, width: Int, height: Int,
        read: ([UInt8], Int, Int) throws(TesseractError) -> RecognizedPage
    ) throws(TesseractError) -> RecognizedPage {
        guard let turns = found.elements.first?.turns, turns != 0,
            found.elements.allSatisfy({ $0.turns == turns })
        else { return found }
        let upright = turned(pixels, width: width, height: height, by: turns)
        let (across, down) = turns == 2 ? (width, height) : (height, width)
        let again = try read(upright, across, down).elements
        guard again.map(\.text) == found.elements.map(\.text), again.allSatisfy({ $0.turns == 0 }) else { return found }
        var located = found
        for place in again.indices where again[place].level == .symbol {
            located.elements[place].box = again[place].box.turned(by: turns, width: across, height: down)
        }
        return located
    }

    /// The pixels of a page that is turned clockwise by quarters, upright.
    private func turned(_ pixels: Span<UInt8>, width: Int, height: Int, by turns: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count)
        let (across, down) = turns == 2 ? (width, height) : (height, width)
        for y in 0..<down {
            for x in 0..<across {
                let place =
                    switch turns {
                    case 1: x * width + (width - 1 - y)
                    case 2: (height - 1 - y) * width + (width - 1 - x)
                    default: (height - 1 - x) * width + y
                    }
                result.append(pixels[place])
            }
        }
        return result
    }
}

extension TextElement.Box {
    /// Where a rectangle of an upright page of this size lies when the page is turned clockwise by quarters.
    fileprivate func turned(by turns: Int, width: Int, height: Int) -> TextElement.Box {
        var box = TextElement.Box()
        switch turns {
        case 1: (box.left, box.top, box.right, box.bottom) = (height - bottom, left, height - top, right)
        case 2:
            (box.left, box.top, box.right, box.bottom) = (width - right, height - bottom, width - left, height - top)
        default: (box.left, box.top, box.right, box.bottom) = (top, width - right, bottom, width - left)
        }
        return box
    }
}
